// Every message between the page and the server. Made by `make types` from the server's models; do not edit.

/** What became of a command: done, or why not. */
export interface Answer {
  type: 'answer';
  /** The command's own. */
  id: string | null;
  ok: boolean;
  error: string | null;
}

/** The moves made in answer to a question so far, each by its code or its text. */
export interface AnswerForm {
  moves: (number | string)[];
  /** Whether to be told the answer instead. */
  give_up?: boolean;
}

/** Your best games alone of one game, the best first. */
export interface BestResults {
  game: string;
  results: SoloResult[];
}

export type Catalogue = { [name: string]: string };

export type Command =
  | MoveCommand
  | UndoCommand
  | RollCommand
  | DiceCommand
  | TakeOverCommand
  | CommitCommand
  | RevealCommand
  | PerspectiveCommand
  | SyncCommand
  | HintCommand;

/** Commit to a salt, where a seat `asks` for a commitment: in a rematch. The first one counts. */
export interface CommitCommand {
  type: 'commit';
  id?: string | null;
  seat: number;
  commitment: string;
}

/** A game of the day, and your first try at it, which counts. */
export interface DayGame {
  game: string;
  folder: string;
  title: string;
  /** What you see first. */
  scene: Scene;
  /** Where you play it, or have played it. */
  table: string | null;
  over: boolean;
  /** Null if you have not finished it. */
  score: number | null;
}

/** Your first result in a day's game, which counts. */
export interface DayResult {
  game: string;
  /** The date. */
  day: string;
  score: number;
  table: string;
}

/** Whether a seat rolls its dice itself from now on; otherwise they roll when its turn begins. */
export interface DiceCommand {
  type: 'dice';
  id?: string | null;
  seat: number;
  by_hand: boolean;
}

/** An outcome of chance, with what it was drawn from (docs/play.md says how). */
export interface DiceDraw {
  /** Its place in the log, from 0 on. */
  entry: number;
  /** The turn in which it was drawn; 0 for the set-up. */
  turn: number;
  /** What it was, in a sentence. */
  says: string;
  stream: number;
  /** How many outcomes its stream had given before. */
  index: number;
  /** How likely each outcome was. */
  weights: number[];
  outcome: number;
}

/** What the dice of a finished game came from, and every draw: enough to compute all of them again. */
export interface DiceProof {
  /** Who vouches for it: this server, which committed to it before the game; the game that a what-if comes from, whose
dice were known; a record from elsewhere; or nobody, where a record does not tell. */
  source: 'table' | 'what_if' | 'imported' | 'none';
  /** The SHA-256 of the secret, or of the seed alone; None if that is short. */
  commitment: string | null;
  /** What the dice came from, unless it was a secret and salts. */
  seed: string | null;
  secret: string | null;
  salts: SeatSalt[];
  /** How many entries of the log were made before these dice were taken up: they cannot be checked. */
  dice_from: number;
  draws: DiceDraw[];
}

/** One thing that an entry of the log did, and whatever else a game says of it. */
export interface Effect {
  kind: string;
  /** Whom it is about. */
  seat?: number;
  [name: string]: any;
}

/** Why a request was refused, in the language it asked for. */
export interface ErrorBody {
  error: string;
}

/** A picture that stands after a rule, an example or the lead. */
export interface Figure {
  after: string;
  scene: Scene;
  caption: string;
  /** A move that is drawn as if it were about to be made. */
  offer?: Offer;
  /** The view box of the part of the wide drawing to show; without it all of it. */
  part?: string;
}

/** Finished games of yours, the newest first. */
export interface FinishedPage {
  games: TableRow[];
  /** Where the next page begins, to be sent as `before`; null if there is none. */
  more: string | null;
}

/** How many of ten players of a level find the answer. */
export interface FoundBy {
  level: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random';
  label: string;
  of_ten: number;
}

/** A position of a replay, and the entry of the log that led to it. */
export interface Frame {
  scene: Scene;
  scores: number[];
  turn: number;
  to_move: number | null;
  seat: number | null;
  text: string;
  effects: Effect[];
}

/** A game as the lobby shows it. */
export interface GameCard {
  name: string;
  folder: string;
  title: string;
  pitch: string | null;
  authors: string[];
  publisher: string;
  year: number | null;
  seats: number[];
  default_seats: number;
  secrets: boolean;
  /** Whether seats roll dice of their own. */
  dice: boolean;
  timed: boolean;
  options: OptionCard[];
  levels: Level[];
  /** In their order; none if it is not taught. */
  lessons: LessonTitle[];
  /** A scene to draw. */
  picture: Scene | null;
  /** Whether there are nets that judge positions, for some of its tables at least. */
  judge: boolean;
  /** Whether the game's folder has a board.js. */
  board: boolean;
  /** Whether the game's folder has a board.css. */
  styles: boolean;
}

/** All that a page needs before it shows anything. */
export interface Hello {
  name: string;
  language: 'en' | 'de';
  languages: ('en' | 'de')[];
  version: string;
  games: GameCard[];
  words: Catalogue;
  game_words: { [name: string]: Catalogue };
  /** The seed of the day. */
  daily: string;
  /** Whether the bots of all games look ahead already. */
  ready: boolean;
  limits: Limits;
  /** The public key with which records of finished games are signed, in hexadecimal; null if they are not. */
  record_key: string | null;
}

/** The best moves, and how play may go on. */
export interface Hint {
  moves: HintedMove[];
  line: string[];
  /** What the chances come from: a net, games played to their end, all that can follow, or nothing: one move. */
  judged_by: '' | 'net' | 'playouts' | 'exact';
}

/** What a strong player would do on this seat. */
export interface HintCommand {
  type: 'hint';
  id?: string | null;
  seat: number;
}

/** The best moves, the best first: at a glance, and once more after a closer look. */
export interface HintMessage {
  type: 'hint';
  id: string | null;
  moves: HintedMove[];
  /** What the chances come from: a net, games played to their end, all that can follow, or nothing: one move. */
  judged_by: '' | 'net' | 'playouts' | 'exact';
  /** Whether no closer look follows. */
  final: boolean;
}

/** A move, and what a strong bot thinks of it. */
export interface HintedMove {
  move: number;
  text: string;
  visits: number;
  /** The share of the win that is expected, from 0 to 1. */
  value: number | null;
}

/** What a guest is told of the table that they are invited to. */
export interface Invitation {
  table: TableInfo;
  seats: SeatCard[];
  /** The seat that the invitation is for, or the guest's own if they sit here already. */
  seat: number;
  /** Whether the guest sits here already. */
  mine: boolean;
  /** The name of the player who set up the table, if they have one. */
  host: string;
}

/** What became of a table that a player has left. */
export interface LeftTable {
  /** Whether the table is closed: its host left before the start, or nobody else remains. Otherwise others play on. */
  closed: boolean;
}

/** A position to play, and what is to be done in it. */
export interface Lesson {
  id: string;
  title: string;
  /** What the teacher explains, a paragraph each; `**bold**` is all the marking there is. */
  says: string[];
  task: string;
  seats: SeatCard[];
  view: LessonView;
}

/** The moves made in a lesson so far, each by its code or its text. */
export interface LessonForm {
  moves: (number | string)[];
}

/** The lessons of a game. */
export interface LessonPage {
  game: string;
  folder: string;
  title: string;
  lessons: Lesson[];
}

/** Which lesson it is. */
export interface LessonTitle {
  id: string;
  title: string;
}

/** What to think of the moves made so far. */
export interface LessonVerdict {
  /** More moves are needed; that is it; that is not it. */
  verdict: 'open' | 'right' | 'wrong';
  /** What is said at once, and the paragraphs that explain it; empty while more moves are needed. */
  says: string[];
  view: LessonView;
}

/** A position of a lesson, and what the pupil may do in it: nothing once there is a verdict. */
export interface LessonView {
  to_move: number | null;
  scene: Scene;
  /** What the game asks for now. */
  prompt: string | null;
  offers: Offer[];
  scores: number[];
  /** The next move of an answer that is right. */
  best: number | null;
  /** What the moves made so far did, and what followed from them. */
  effects: Effect[];
}

/** How well a bot plays, and who plays so. */
export interface Level {
  name: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random';
  label: string;
  /** What its bots are: hares, owls ... */
  family: string;
  /** What its bots are called, in the order in which they come to a table. */
  names: string[];
  /** How they play, in a sentence. */
  plays: string;
}

/** Games against bots of a level. */
export interface LevelResult {
  game: string;
  level: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random';
  played: number;
  won: number;
}

/** What a client may send at most, and what it may choose from. */
export interface Limits {
  name: number;
  seed: number;
  option: number;
  clocks: number[];
  minutes: number[];
  watch: ('anyone' | 'link' | 'nobody')[];
  record: number;
  message: number;
}

/** Something that happened. */
export interface LogEntry {
  /** Who did it: a seat, -1 for chance, -4 for the referee. */
  seat: number;
  /** It in notation. */
  text: string;
  /** The turn in which it happened; 0 for the set-up. */
  turn: number;
  /** What it did, one thing after the other; nothing for a program that knows the rules (`?form=state`). */
  effects: Effect[];
}

export type Message = Update | Answer | HintMessage;

/** A move, given by its code or its text. */
export interface MoveCommand {
  type: 'move';
  /** Sent twice with the same id, it counts once. */
  id?: string | null;
  seat: number;
  move: number | string;
  /** The number of the view that it was decided on; the move is refused if that is not the last one. */
  number?: number | null;
}

/** What a player wants to be called. */
export interface NameForm {
  name: string;
}

/** A token, to be sent as `Authorization: Bearer`. */
export interface NewPlayer {
  token: string;
  name: string;
}

/** The name of a table that was made. */
export interface NewTable {
  table: string;
}

/** Where the next page of each list begins, to be sent as `before`; null if there is none. */
export interface NextPages {
  mine: string | null;
  public: string | null;
  finished: string | null;
}

/** A legal move: besides what is here, the place where it lies, in the words of the game's scene. */
export interface Offer {
  move: number;
  /** The move in notation. */
  text: string;
  /** The move in a sentence. */
  label: string;
  /** The move in a few words, for lists of whole turns. */
  short?: string;
  /** What it does, in sentences. */
  brings: string[];
  /** Whether it leaves the turn unused: offered, never urged. */
  passes?: boolean;
  /** What it would end, with the score: to be asked about first. */
  warning?: string;
  /** Whether your turn is over by itself after it. */
  ends?: boolean;
  [name: string]: any;
}

/** An option of a game. */
export interface OptionCard {
  name: string;
  label: string;
  default: string;
  /** Whether any text may be tried, not only the choices. */
  free: boolean;
  /** Whether the choices besides the default are numbers in a row. */
  range: boolean;
  /** What these numbers count. */
  unit: string | null;
  choices: OptionChoice[];
}

/** A value of an option. */
export interface OptionChoice {
  value: string;
  label: string;
  /** With how many seats it goes. */
  seats: number[];
  /** What other options have to be for it. */
  needs: { [name: string]: string };
}

/** An option of a table, and what it means. */
export interface OptionValue {
  name: string;
  value: string;
  says: string;
}

/** Look from the perspective of another of one's own seats. */
export interface PerspectiveCommand {
  type: 'perspective';
  id?: string | null;
  seat: number;
}

/** What you are called from now on. */
export interface PlayerName {
  name: string;
}

/** What you have played. */
export interface PlayerPage {
  /** The finished games of which this tells, the newest ones. */
  counted: number;
  /** Whether these are all there are. */
  all: boolean;
  /** Games against bots. */
  played: number;
  won: number;
  levels: LevelResult[];
  best: BestResults[];
  /** The last two weeks, as far as you played. */
  days: DayResult[];
}

/** A puzzle of the day. */
export interface Puzzle {
  id: string;
  game: string;
  folder: string;
  title: string;
  asks: string;
  about: string;
  table: string | null;
  step: number | null;
  found: FoundBy[];
  scene: Scene;
  /** What you made of it; null if you have not tried. */
  solved: 'open' | 'right' | 'nearly' | 'wrong' | null;
}

/** The puzzles of the day, one for each game. */
export interface PuzzlePage {
  /** The date. */
  day: string;
  puzzles: Puzzle[];
}

/** The position itself; nothing in it tells the answer. */
export interface Question {
  id: string;
  game: string;
  folder: string;
  title: string;
  asks: string;
  about: string;
  table: string | null;
  step: number | null;
  found: FoundBy[];
  /** Your perspective and your moves. */
  seat: number;
  seats: SeatCard[];
  unit: 'share' | 'points';
  view: QuestionView;
  /** How many answers are right and what the best keeps, not which it is: for whoever asks. */
  hint: string;
}

/** What is shown once a question is answered or given up. */
export interface QuestionAnswer {
  /** All moves that were weighed, the best first. */
  best: ReviewOption[];
  /** What was played in the game. */
  made: ReviewMove | null;
  /** Which of them was answered, whatever is thought of it; null if nothing was. */
  yours: number | null;
}

/** What to think of the moves made so far. */
export interface QuestionVerdict {
  verdict: 'open' | 'right' | 'nearly' | 'wrong';
  /** `Right: 65 %.`; nothing while more moves are needed. */
  says: string;
  /** What the move brings, and what the one in the game had. */
  why: string[];
  /** Of the moves sent; null while more are needed. */
  chance: number | null;
  error: number | null;
  /** The hint once more, after an answer that is not right. */
  hint: string | null;
  /** Once it is right, or given up. */
  answer: QuestionAnswer | null;
  view: QuestionView;
  /** When this position comes back to you: Unix time in milliseconds; null where it is none of your training. */
  due: number | null;
}

/** A position of a question from the perspective of its seat, and what may be done in it. */
export interface QuestionView {
  scene: Scene;
  to_move: number | null;
  turn: number;
  scores: number[];
  prompt: string | null;
  /** Nothing once there is a verdict. */
  offers: Offer[];
  /** What the moves made so far did. */
  effects: Effect[];
}

/** A finished game, and what its review says in a few words. */
export interface RecentGame {
  id: string;
  game: string;
  folder: string;
  title: string;
  status: 'waiting' | 'playing' | 'over';
  host: boolean;
  origin: string | null;
  what_if: boolean;
  seats: SeatCard[];
  my_turn: boolean;
  prompt: string | null;
  deadline: number | null;
  began: number;
  when: number;
  sides: number[];
  scores: number[] | null;
  winners: number[] | null;
  says: string | null;
  undone: number;
  /** Null if there is no review that is done. */
  verdict: string | null;
}

/** A game as text. */
export interface RecordForm {
  text: string;
}

/** The same table once more, the bots as they were or all at another level. */
export interface RematchForm {
  level?: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random' | null;
}

/** A finished game, position by position. */
export interface Replay {
  table: TableCard;
  seats: SeatCard[];
  perspective: number | 'all' | 'spectator';
  /** The first is the start; entry `n` of the log led to frame `n + 1`. */
  frames: ReplayFrame[];
  story: StoryLine[];
  result: Result | null;
}

/** A position of a replay with what was known then: the lines of the story from `story_from` on have changed. */
export interface ReplayFrame {
  scene: Scene;
  scores: number[];
  turn: number;
  to_move: number | null;
  seat: number | null;
  text: string;
  effects: Effect[];
  /** The entries that were told then; where something is secret, none, or several at the end of the turn. */
  log: LogEntry[];
  /** What they added, in a sentence; empty where nothing was told. */
  says: string;
  story_from: number;
  story: StoryLine[];
}

/** Who won, and how the points came about: a column for each kind, a row for each seat. */
export interface Result {
  winners: number[];
  /** The side of each seat: partners of a team share one, otherwise every seat is its own. */
  sides: number[];
  /** Who won, in a sentence. */
  says: string;
  /** Why the game ended, in a sentence; empty where its rules do not say. */
  why: string;
  /** What the dice came from, unless it was a secret and salts. */
  seed: string | null;
  /** What the dice came from together with the salts of the seats. */
  secret: string | null;
  /** How many points the winners are ahead of the best of the others; alone, the score. */
  margin: number;
  /** Everybody's points at the start and at the end of each turn. */
  series: number[][];
  /** Where the game turned, at most three turns in their order. */
  turning: TurningPoint[];
  columns: string[];
  rows: (number | string)[][];
  notes: string[];
}

/** Reveal the salt that a seat has committed to, when it `asks` for it. */
export interface RevealCommand {
  type: 'reveal';
  id?: string | null;
  seat: number;
  salt: string;
}

/** What a step changed for the seat the review is told for, as it is printed: whole percents, or tenths of points.

The last step's `after` + `second_look` + all changes = `after`. */
export interface ReviewFigures {
  /** What the judge corrected before the step happened. */
  second_look: number;
  luck: number;
  loss: number;
  gift: number;
  information: number;
  after: number;
}

/** A review of a finished game, and how closely to look: `quick` is there in seconds, `deep` takes minutes. */
export interface ReviewForm {
  effort?: 'quick' | 'normal' | 'deep';
}

/** What a level loses per decision at such a table: a tick of the ruler. */
export interface ReviewLevel {
  level: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random';
  label: string;
  /** As `loss_per_decision`: not positive. */
  loss: number;
  error: number;
}

/** A step of a review with its board, all moves that were weighed and all that chance could have done. */
export interface ReviewMoment {
  step: ReviewStep;
  /** The frame of the replay before it. */
  frame: number;
  /** The position before it, as the seat that decided could see it; for what nobody decided, as you see it. */
  scene: Scene;
  /** The same with all cards open. */
  open: Scene;
  /** What happened then, as all may know it now. */
  effects: Effect[];
  /** The best first. */
  options: ReviewOption[];
  outcomes: ReviewOutcome[];
  /** Whether there were so many outcomes that only some were judged. */
  sampled: boolean;
}

/** A move that was weighed; where seats decide by whole turns, all moves of the turn. */
export interface ReviewMove {
  moves: number[];
  /** It in notation. */
  text: string;
  /** How play may go on after it, in notation. */
  line: string[];
  /** What the seat could expect after it, as far as it could know; never more than after the best. */
  chance: number;
  /** The standard error of that. */
  error: number;
  /** The same with all cards open; null where nothing was hidden. */
  open: number | null;
  best: boolean;
  made: boolean;
}

/** A move that was weighed, with all that is needed to show it. */
export interface ReviewOption {
  moves: number[];
  text: string;
  line: string[];
  chance: number;
  error: number;
  open: number | null;
  best: boolean;
  made: boolean;
  /** It in a sentence; a whole turn by what it does. */
  label: string;
  /** What it does, in sentences; of a whole turn, its way. */
  brings: string[];
  /** Its moves as they were offered one after the other, for the board to draw. */
  offers: Offer[];
  /** The position after it, as the seat may know it, where seats decide by whole turns; else null. */
  scene: Scene | null;
}

/** What chance could have done. */
export interface ReviewOutcome {
  /** It in notation. */
  text: string;
  /** It in a sentence, without its full stop. */
  says: string;
  weight: number;
  chances: number[];
  /** Whether it is what happened. */
  came: boolean;
}

/** A finished game explained, as far as it has been read. */
export interface ReviewPage {
  table: TableCard;
  seats: SeatCard[];
  /** Of the review that this is. */
  progress: ReviewProgress;
  /** All reviews of this game that there are, or have been asked for. */
  efforts: ReviewProgress[];
  /** For whom it is told: your seat, or the one asked for; for a stranger the first person's. */
  seat: number;
  /** Null until something has been read, as the next two. */
  unit: 'share' | 'points' | null;
  judged_by: 'net' | 'playouts' | null;
  start: number[] | null;
  /** How many turns the game had. */
  turns: number;
  /** Whether the game hides anything, so that there are two verdicts on a move. */
  secrets: boolean;
  /** The number of the first step that is sent here: `from` of the question. What was sent before is final. */
  steps_from: number;
  steps: ReviewStep[];
  /** Null until all has been read; sums and moments are empty until then. */
  headline: string | null;
  /** The sentence below the headline, or how things stand so far; null until something has been read. */
  summary: string | null;
  sums: ReviewSum[];
  /** The steps worth another look, in the order of play. */
  moments: number[];
  /** What levels lose per decision at such a table, the strongest last; empty where none was measured. */
  levels: ReviewLevel[];
}

/** How far a review of one effort is. */
export interface ReviewProgress {
  effort: 'quick' | 'normal' | 'deep';
  status: 'none' | 'waiting' | 'growing' | 'stopped' | 'failed' | 'done';
  /** Entries of the log that have been read. */
  read: number;
  /** Entries of the log. */
  entries: number;
  /** Other reviews that are to be read first, where it waits. */
  ahead: number;
}

/** A row of the sum as it is printed: all rows were rounded together, so that they add up. */
export interface ReviewRow {
  /** `start`, `even` and `result` are places where the sum stands; the others are added. */
  kind: 'start' | 'gifts' | 'losses' | 'even' | 'luck' | 'information' | 'residual' | 'result';
  name: string;
  /** In whole percents, or tenths of points. */
  value: number;
  /** The same, with its sign where it is added. */
  text: string;
}

/** Something that happened, and what came of it; all figures are in the review's unit, lists have one for each seat.

`after - before` is luck + gifts, and for the seat that moved, loss + information. */
export interface ReviewStep {
  /** Its number, from 0 on. */
  step: number;
  /** Its entries of the log: entry `n` led to frame `n + 1` of the replay. */
  entries: number[];
  kind: 'setup' | 'chance' | 'decision' | 'forced' | 'time';
  /** Who moved, or for whom chance decided; -1 for nobody. */
  seat: number;
  turn: number;
  /** It in notation. */
  text: string;
  /** What happened, as the log says it: `You roll 3.` */
  does: string;
  /** The verdict and its size: `Mistake, −9 %`. */
  title: string;
  /** What kind of step it was, and when: `mistake, turn 58`. */
  at: string;
  /** The sentences of this point of the curve: what happened, what it changed, and what was better. */
  says: string;
  before: number[];
  after: number[];
  /** Standard errors of `after`; close to 0 and 1 no more than such an estimate can be off. */
  errors: number[];
  /** `before` minus what was said after the last step: the judge's second look. */
  residual: number[];
  luck: number[];
  /** True if it is a stroke of luck for the seat the review is told for. */
  stroke: boolean;
  loss: number;
  loss_error: number;
  gifts: number[];
  information: number;
  /** Only for what is clear. */
  word: '' | 'slip' | 'mistake' | 'blunder';
  /** The same for the seat the review is told for, in figures that add up from step to step. */
  shown: ReviewFigures;
  /** How many moves were weighed. */
  options: number;
  /** Null where there was nothing to decide. */
  best: ReviewMove | null;
  /** The same as `best` where the best was made. */
  made: ReviewMove | null;
}

/** Where a seat's result came from: start + luck + losses + gifts + information + residual. */
export interface ReviewSum {
  seat: number;
  start: number;
  setup: number;
  own_luck: number;
  others_luck: number;
  /** All of it: set-up, own dice, others' dice. */
  luck: number;
  losses: number;
  gifts: number;
  information: number;
  residual: number;
  result: number;
  on_even_luck: number;
  decisions: number;
  slips: number;
  mistakes: number;
  blunders: number;
  loss_per_decision: number;
  loss_per_decision_error: number;
  /** The level whose loss per decision is nearest. */
  level: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random' | null;
  /** Loss per decision and that level, in words. */
  level_says: string;
  /** The same sum as it is printed. */
  rows: ReviewRow[];
  /** Luck in the set-up, own luck and that of others as they are printed: they add up to the row of luck. */
  luck_parts: number[];
  /** Loss per decision with two standard errors: `1.1 ± 0.4 %`. */
  loss_says: string;
}

/** A seat that rolls its dice itself rolls now; the number was fixed before. */
export interface RollCommand {
  type: 'roll';
  id?: string | null;
  seat: number;
}

/** A part of the rules: `text` and `code` have spans; all others but a `table` have blocks. */
export interface RuleBlock {
  kind: 'text' | 'rule' | 'decision' | 'example' | 'list' | 'item' | 'table' | 'code';
  spans?: Span[];
  /** The number of a rule. */
  number?: string;
  /** The id of an example: `example-1` and so on. */
  id?: string;
  /** The title of an example. */
  title?: string;
  blocks?: RuleBlock[];
  /** The first row of a table, cell by cell. */
  head?: Span[][];
  rows?: Span[][][];
}

/** What stands below a heading. */
export interface RuleSection {
  id: string;
  title: string;
  blocks: RuleBlock[];
}

/** The rules of a game. */
export interface RulesPage {
  title: string;
  folder: string;
  /** What stands before the first heading. */
  lead: RuleBlock[];
  sections: RuleSection[];
  figures: Figure[];
}

/** A view as plain data, and whatever else a game draws. */
export interface Scene {
  /** The seat from whose perspective it is seen; None for everybody else. */
  perspective: number | null;
  seats: SceneSeat[];
  phase?: string;
  [name: string]: any;
}

/** A seat in a scene, and whatever else a game shows of it. */
export interface SceneSeat {
  colour: 'red' | 'purple' | 'yellow' | 'blue' | 'green' | 'white';
  points: number;
  [name: string]: any;
}

/** Who sits on a seat. */
export interface SeatCard {
  seat: number;
  colour: 'red' | 'purple' | 'yellow' | 'blue' | 'green' | 'white';
  kind: 'person' | 'here' | 'bot' | 'open';
  name: string;
  level: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random' | null;
  /** Whether you make its moves. */
  mine: boolean;
  /** The seat that asked for the bot which plays for a person: their own if they have left. Else null. */
  asked_by: number | null;
}

/** Who is to sit on a seat. */
export interface SeatForm {
  kind: 'me' | 'bot' | 'open' | 'here';
  level?: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random' | null;
  name?: string;
}

/** Who sits on a seat of a table that is being played. */
export interface SeatInfo {
  seat: number;
  colour: 'red' | 'purple' | 'yellow' | 'blue' | 'green' | 'white';
  kind: 'person' | 'here' | 'bot' | 'open';
  name: string;
  level: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random' | null;
  mine: boolean;
  asked_by: number | null;
  /** Whether a bot keeps it for you. */
  come_back: boolean;
  /** Whether the player is connected, or sent a request a moment ago. */
  online: boolean;
  /** When a bot can take over from this player if you ask and they stay away: Unix time in milliseconds. */
  takeover: number | null;
  /** Whether this seat's person rolls their dice themselves. */
  by_hand: boolean;
  /** The path of the invitation to an open seat, for the host. */
  invite: string | null;
  /** What this seat adds to the dice, where several people play: your own, and everybody's once the game begins. */
  salt: string | null;
  /** The SHA-256 of the salt, if the seat committed to it. */
  commitment: string | null;
  /** What the game waits for before it begins: that you commit to a salt, or reveal it. */
  asks: 'commitment' | 'salt' | null;
}

/** What the player on a seat added to the dice. */
export interface SeatSalt {
  seat: number;
  /** The player's name, or the seat's. */
  who: string;
  /** None if the seat did not reveal it: the dice were made without it. */
  salt: string | null;
  /** The SHA-256 of the salt; None if the seat did not commit to it before others were revealed. */
  commitment: string | null;
}

/** Whether positions of your games may become puzzles for everybody. */
export interface Shares {
  shares: boolean;
}

/** Whether positions of your games may become puzzles for everybody. */
export interface SharesForm {
  shares: boolean;
}

/** The invitation to an open seat, where one is needed, and what you add to the dice. */
export interface SitForm {
  invite?: string | null;
  /** 16 to 64 characters that nobody can guess; without salt and commitment the server makes one. The record says that
it was not committed to. */
  salt?: string | null;
  /** The SHA-256 of your salt in hexadecimal, instead of the salt: reveal that when your seat `asks` for it. */
  commitment?: string | null;
  /** Whether you roll your dice yourself, by a RollCommand; otherwise they roll when your turn begins. */
  by_hand?: boolean;
}

/** The whole table: a socket's first message, and what HTTP answers. */
export interface Snapshot {
  type: 'table';
  number: number;
  table: TableInfo;
  seats: SeatInfo[];
  perspective: number | null;
  result: Result | null;
  log_from: number;
  log: LogEntry[];
  story_from: number;
  story: StoryLine[];
  /** None until the game begins. */
  view: View | null;
}

/** The day's seed and your best games alone. */
export interface SoloPage {
  daily: string;
  best: SoloResult[];
}

/** A game that you played alone. */
export interface SoloResult {
  table: string;
  score: number;
  when: number;
  seed: string;
  daily: boolean;
}

/** A piece of a text, and how it is printed. */
export interface Span {
  text: string;
  mark: 'plain' | 'bold' | 'slanted' | 'code';
}

export type StateMessage = StateUpdate | Answer | HintMessage;

/** The whole table for programs that know the rules (`?form=state`). */
export interface StateSnapshot {
  type: 'table';
  number: number;
  table: TableInfo;
  seats: SeatInfo[];
  perspective: number | null;
  result: Result | null;
  log_from: number;
  log: LogEntry[];
  story_from: number;
  story: StoryLine[];
  view: StateView | null;
}

/** The same for programs that know the rules (`?form=state`). */
export interface StateUpdate {
  type: 'table';
  number: number;
  table?: TableInfo;
  seats?: SeatInfo[];
  perspective?: number | null;
  result?: Result | null;
  log_from: number;
  log: LogEntry[];
  story_from: number;
  story: StoryLine[];
  view?: StateView | null;
}

/** A position for programs that know the rules (`?form=state`). */
export interface StateView {
  to_move: number | null;
  turn: number;
  /** The bytes of the position as you may know it, in hexadecimal. */
  state: string;
  /** The codes of your legal moves. */
  moves: number[];
  /** Whether you have to roll your die now, by a RollCommand. */
  roll: boolean;
}

/** A turn in one sentence. */
export interface StoryLine {
  turn: number;
  /** Whose turn it was: a seat, -1 for the set-up and what belongs to nobody, -4 for the referee. */
  seat: number;
  /** Nothing if it is not worth telling. */
  says: string;
  /** The first of its entries in the log. */
  first: number;
  /** The last of them. */
  last: number;
  /** Whether the turn is over. */
  done: boolean;
  /** Whether the clock ran out and moves were made for the seat; `says` tells so. */
  timeout: boolean;
}

/** Send the whole table again. */
export interface SyncCommand {
  type: 'sync';
  id?: string | null;
}

/** Which table it is. */
export interface TableCard {
  id: string;
  game: string;
  folder: string;
  title: string;
}

/** A table to be set up. */
export interface TableForm {
  game: string;
  seats: SeatForm[];
  options?: { [name: string]: any };
  clock?: 30 | 60 | 180 | 600 | 86400 | 259200 | 604800 | null;
  minutes?: 10 | 15 | 20 | 30 | 45 | 60 | 90 | 120 | null;
  watch?: 'anyone' | 'link' | 'nobody';
  /** Whether people who play against each other may ask for hints; whoever plays alone or with bots always may. */
  hints?: boolean;
  /** Whether one person may take several of the open seats. */
  several_seats?: boolean;
  /** Only where nobody else sits: the same seed, the same dice. */
  seed?: string | null;
  /** What you add to the dice where others sit, 16 to 64 characters; without salt and commitment the server makes one.
The record says that it was not committed to. */
  salt?: string | null;
  /** The SHA-256 of your salt in hexadecimal, instead of the salt: reveal that when your seat `asks` for it. */
  commitment?: string | null;
  /** Whether you roll your dice yourself, by a RollCommand; otherwise they roll when your turn begins. */
  by_hand?: boolean;
}

/** How a table is set up, and where it stands. */
export interface TableInfo {
  id: string;
  game: string;
  folder: string;
  title: string;
  status: 'waiting' | 'playing' | 'over';
  options: OptionValue[];
  watch: 'anyone' | 'link' | 'nobody';
  /** Seconds for a turn. */
  clock: number | null;
  /** When the turn is over: Unix time in milliseconds. */
  deadline: number | null;
  /** Minutes for the game. */
  minutes: number | null;
  /** When the time of the game is up: Unix time in milliseconds. */
  ends: number | null;
  /** Whether those who play may ask for hints. */
  hints: boolean;
  /** Whether one person may take several seats. */
  several_seats: boolean;
  /** The level of a bot that takes over from a player. */
  level: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random';
  /** Whether you set it up. */
  host: boolean;
  /** The SHA-256 of the server's secret, or of the seed alone, told when the game is over; None if it is short. */
  commitment: string | null;
  /** When the game begins without the salts that seats are asked for: Unix time in milliseconds. */
  salts_by: number | null;
  /** `daily`, `imported`, or the moment that a what-if continues from, see `what_if`. */
  origin: string | null;
  /** The date, where this is the game of the day. */
  day: string | null;
  /** The table where the same people play once more. */
  again: string | null;
  /** How often a move was taken back after something new was shown: such a game does not count in statistics. */
  undone: number;
  /** Where it comes from, if it is a what-if. */
  what_if: WhatIf | null;
  /** Whether the game cannot be continued, because its data is damaged or its rules failed. */
  damaged: boolean;
  /** The version of the rules that the game follows, if this server has another: then it cannot be shown. */
  other_rules: string | null;
  /** Entries of the log that the database has lost: the game continues from an earlier position. */
  rewound: number;
}

/** A page of each list of the lobby, the newest first; a list that was not asked for is empty. */
export interface TableLists {
  mine: TableRow[];
  public: TableRow[];
  finished: TableRow[];
  more: NextPages;
}

/** A table in a list. */
export interface TableRow {
  id: string;
  game: string;
  folder: string;
  title: string;
  status: 'waiting' | 'playing' | 'over';
  /** Whether you set it up. */
  host: boolean;
  origin: string | null;
  /** Whether it continues from a moment of another game: it counts in no statistics. */
  what_if: boolean;
  seats: SeatCard[];
  my_turn: boolean;
  /** What you are asked to do, where it is your turn; only for the first few tables. */
  prompt: string | null;
  /** When your turn is over: Unix time in milliseconds. */
  deadline: number | null;
  /** When it was set up: Unix time in milliseconds. */
  began: number;
  /** When it last changed: Unix time in milliseconds. */
  when: number;
  /** The side of each seat: partners of a team share one, otherwise every seat is its own. */
  sides: number[];
  scores: number[] | null;
  winners: number[] | null;
  /** Who won, in a sentence. */
  says: string | null;
  /** How often a move was taken back after something new was shown: such a game does not count in statistics. */
  undone: number;
}

/** Let a bot of the table's level play for a player who is away. */
export interface TakeOverCommand {
  type: 'takeover';
  id?: string | null;
  seat: number;
}

/** What there is today: games and puzzles of the day, and your last games. */
export interface TodayPage {
  /** The date. */
  day: string;
  games: DayGame[];
  puzzles: Puzzle[];
  recent: RecentGame[];
}

/** A position that you got wrong, and how it went since. */
export interface TrainingCard {
  id: string;
  game: string;
  folder: string;
  title: string;
  asks: string;
  about: string;
  table: string | null;
  step: number | null;
  found: FoundBy[];
  /** When it comes back: Unix time in milliseconds. */
  due: number;
  /** How often in a row it was right. */
  box: number;
  /** What became of it last time; null if it was not tried yet. */
  last: 'open' | 'right' | 'nearly' | 'wrong' | null;
  /** The same in words: `wrong yesterday`, `right once, 3 days ago`. */
  last_says: string;
}

/** Positions that you got wrong, spaced over days. */
export interface TrainingPage {
  /** Those that are due, the longest due first: at most so many. */
  due: TrainingCard[];
  /** How many are due. */
  count: number;
  /** How many there are. */
  total: number;
  /** When the next one comes that is not due yet: Unix time in milliseconds. */
  next_due: number | null;
  /** Whether positions of your games may become puzzles for everybody. */
  shares: boolean;
}

/** A turn that decided much. */
export interface TurningPoint {
  turn: number;
  /** What happened in it. */
  says: string;
}

/** A seat takes back its last move. */
export interface UndoCommand {
  type: 'undo';
  id?: string | null;
  seat: number;
  number?: number | null;
}

/** The parts of the table that have changed, log and story from entry `log_from` and line `story_from` on. */
export interface Update {
  type: 'table';
  number: number;
  table?: TableInfo;
  seats?: SeatInfo[];
  perspective?: number | null;
  result?: Result | null;
  log_from: number;
  log: LogEntry[];
  story_from: number;
  story: StoryLine[];
  view?: View | null;
}

/** A position to draw, and what you may do in it. */
export interface View {
  to_move: number | null;
  turn: number;
  scene: Scene;
  /** What you are asked to do. */
  prompt: string | null;
  offers: Offer[];
  scores: number[];
  /** The side of each seat: partners of a team share one, otherwise every seat is its own. */
  sides: number[];
  /** Whether your last move may be taken back. */
  undo: boolean;
  /** Whether taking it back keeps this game out of your statistics, because something new was shown since. */
  undo_marks: boolean;
  /** Whether you have to roll your die now, by a RollCommand. */
  roll: boolean;
}

/** The moment of a finished game from which a table continues: a what-if, which counts in no statistics. */
export interface WhatIf {
  /** Where that game was played. */
  table: string;
  /** How many entries of its log were taken over. */
  at: number;
  /** The turn in which it begins. */
  turn: number;
  /** The step of the review it was chosen in; None if it was the replay. */
  step: number | null;
}

/** A position of a finished game, and the seat to play on from there. */
export interface WhatIfForm {
  at: number;
  seat: number;
  level?: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random';
  /** The step of the review it was chosen in. */
  step?: number | null;
}
