// Every message between the page and the server. Made by `make types` from the server's models; do not edit.

/** The result of a command: success, or the reason it failed. */
export interface Answer {
  type: 'answer';
  /** The id of the command. */
  id: string | null;
  ok: boolean;
  error: string | null;
}

/** The moves made in answer to a question so far, each by its code or in notation. */
export interface AnswerForm {
  moves: (number | string)[];
  /** True to give up and see the answer. */
  give_up?: boolean;
}

/** Your best solo results in one game, best first. */
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

/** A commitment to a salt, for a seat that `asks` for one: in a rematch. The first one counts. */
export interface CommitCommand {
  type: 'commit';
  id?: string | null;
  seat: number;
  commitment: string;
}

/** A game of the day, and your first attempt, which is the one that counts. */
export interface DayGame {
  game: string;
  folder: string;
  title: string;
  /** The position at the start, as you see it. */
  scene: Scene;
  /** The table where you are playing it, or have played it; null if you have not begun. */
  table: string | null;
  over: boolean;
  /** Null if you have not finished it. */
  score: number | null;
}

/** Your first result in a game of the day, which is the one that counts. */
export interface DayResult {
  game: string;
  /** The date. */
  day: string;
  score: number;
  table: string;
}

/** A seat's choice whether to roll its own dice from now on; otherwise they roll when its turn begins. */
export interface DiceCommand {
  type: 'dice';
  id?: string | null;
  seat: number;
  by_hand: boolean;
}

/** An outcome of chance, with everything needed to draw it again (see docs/play.md). */
export interface DiceDraw {
  /** Its index in the log, from 0. */
  entry: number;
  /** The turn in which it was drawn; 0 for the set-up. */
  turn: number;
  /** The outcome, in a sentence. */
  says: string;
  stream: number;
  /** The number of earlier outcomes of its stream. */
  index: number;
  /** The relative likelihood of each outcome. */
  weights: number[];
  outcome: number;
}

/** The source of a finished game's dice, and every draw: enough to compute all of them again. */
export interface DiceProof {
  /** The guarantor of the dice: this server, which committed to them before the game; the game from which a what-if
continues, whose dice were known; a record from elsewhere; or no one, if the record does not contain them. */
  source: 'table' | 'what_if' | 'imported' | 'none';
  /** The SHA-256 of the secret, or of the seed alone; null if that is short. */
  commitment: string | null;
  /** The seed of the dice, unless it was made from a secret and salts. */
  seed: string | null;
  secret: string | null;
  salts: SeatSalt[];
  /** The number of log entries made before these dice were used; they cannot be checked. */
  dice_from: number;
  draws: DiceDraw[];
}

/** One effect of a log entry; each game adds its own details. */
export interface Effect {
  kind: string;
  /** The seat it concerns. */
  seat?: number;
  [name: string]: any;
}

/** The reason a request was refused, in the language it asked for. */
export interface ErrorBody {
  error: string;
}

/** A picture that follows a rule, an example or the lead. */
export interface Figure {
  after: string;
  scene: Scene;
  caption: string;
  /** A move to draw as if it were about to be made. */
  offer?: Offer;
  /** The view box of the part of the wide drawing to show; all of it by default. */
  part?: string;
}

/** A page of your finished games, newest first. */
export interface FinishedPage {
  games: TableRow[];
  /** The start of the next page, to be sent as `before`; null if there is none. */
  more: string | null;
}

/** The number of players, out of ten of a level, who find the answer. */
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
  /** True if each seat has its own dice to roll. */
  dice: boolean;
  timed: boolean;
  options: OptionCard[];
  levels: Level[];
  /** The lessons in order; empty if there are none. */
  lessons: LessonTitle[];
  /** A scene to draw; null if none could be made. */
  picture: Scene | null;
  /** True if there are nets that evaluate positions, at least for some of its tables. */
  judge: boolean;
  /** True if the game's folder has a board.js. */
  board: boolean;
  /** True if the game's folder has a board.css. */
  styles: boolean;
}

/** Everything a page needs before it can show anything. */
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
  /** True once the server has tried to load the bots of every game. */
  ready: boolean;
  limits: Limits;
  /** The public key that verifies signed records of finished games, in hexadecimal; null if they are not signed. */
  record_key: string | null;
}

/** The best moves, and a likely continuation. */
export interface Hint {
  moves: HintedMove[];
  line: string[];
  /** The source of the chances: a net, playouts, an exact solution, or an empty string if there is only one move. */
  judged_by: '' | 'net' | 'playouts' | 'exact';
}

/** A request for the best moves for a seat, from a strong bot. */
export interface HintCommand {
  type: 'hint';
  id?: string | null;
  seat: number;
}

/** The best moves, best first: sent after a quick search, and again after a deeper one. */
export interface HintMessage {
  type: 'hint';
  id: string | null;
  moves: HintedMove[];
  /** The source of the chances: a net, playouts, an exact solution, or an empty string if there is only one move. */
  judged_by: '' | 'net' | 'playouts' | 'exact';
  /** True if no deeper search follows. */
  final: boolean;
}

/** A move, and a strong bot's evaluation of it. */
export interface HintedMove {
  move: number;
  text: string;
  visits: number;
  /** The expected share of the win, from 0 to 1. */
  value: number | null;
}

/** The table that a player is invited to. */
export interface Invitation {
  table: TableInfo;
  seats: SeatCard[];
  /** The seat that the invitation is for, or the player's own if they already sit at the table. */
  seat: number;
  /** True if the player already sits at the table. */
  mine: boolean;
  /** The name of the player who set up the table; empty if they have none. */
  host: string;
}

/** The result of leaving a table. */
export interface LeftTable {
  /** True if the table is closed: its host left before the start, or no one else remains. Else the others continue. */
  closed: boolean;
}

/** A position to play, and the task in it. */
export interface Lesson {
  id: string;
  title: string;
  /** The teacher's explanation, one string per paragraph; the only markup is `**bold**`. */
  says: string[];
  task: string;
  seats: SeatCard[];
  view: LessonView;
}

/** The moves made in a lesson so far, each by its code or in notation. */
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

/** The id and title of a lesson. */
export interface LessonTitle {
  id: string;
  title: string;
}

/** The verdict on the moves made so far. */
export interface LessonVerdict {
  /** `open` if more moves are needed, else `right` or `wrong`. */
  verdict: 'open' | 'right' | 'wrong';
  /** The verdict in words, then the paragraphs that explain it; empty while more moves are needed. */
  says: string[];
  view: LessonView;
}

/** A position of a lesson, and the pupil's legal moves: none once there is a verdict. */
export interface LessonView {
  to_move: number | null;
  scene: Scene;
  /** The instruction to the pupil. */
  prompt: string | null;
  offers: Offer[];
  scores: number[];
  /** The next move of a correct answer. */
  best: number | null;
  /** The effects of the moves made so far, and of what followed them. */
  effects: Effect[];
}

/** A level of play, and the bots that play at it. */
export interface Level {
  name: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random';
  label: string;
  /** The kind of animal its bots are: hares, owls ... */
  family: string;
  /** The names of its bots, in the order in which they join a table. */
  names: string[];
  /** Their playing style, in a sentence. */
  plays: string;
}

/** Your results against bots of a level. */
export interface LevelResult {
  game: string;
  level: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random';
  played: number;
  won: number;
}

/** The most that a client may send, and the values it may choose from. */
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

/** An entry of the log. */
export interface LogEntry {
  /** The actor: a seat, -1 for chance, -4 for the referee. */
  seat: number;
  /** The entry in notation. */
  text: string;
  /** The turn to which it belongs; 0 for the set-up. */
  turn: number;
  /** Its effects in order; empty for programs that know the rules (`?form=state`). */
  effects: Effect[];
}

export type Message = Update | Answer | HintMessage;

/** A move, given by its code or in notation. */
export interface MoveCommand {
  type: 'move';
  /** The id of the move: sent twice with the same id, it counts once. */
  id?: string | null;
  seat: number;
  move: number | string;
  /** The number of the view it was decided on; the move is refused if that is not the latest. */
  number?: number | null;
}

/** The name that a player wants. */
export interface NameForm {
  name: string;
}

/** A token, to be sent as `Authorization: Bearer`. */
export interface NewPlayer {
  token: string;
  name: string;
}

/** The id of a new table. */
export interface NewTable {
  table: string;
}

/** The start of the next page of each list, to be sent as `before`; null if there is none. */
export interface NextPages {
  mine: string | null;
  public: string | null;
  finished: string | null;
}

/** A legal move; each game adds the place where it lies, in the terms of its scene. */
export interface Offer {
  move: number;
  /** The move in notation. */
  text: string;
  /** The move in a sentence. */
  label: string;
  /** The move in a few words, for lists of whole turns. */
  short?: string;
  /** Its effects, in sentences. */
  brings: string[];
  /** True if the move leaves the turn unused; it is offered, but never recommended. */
  passes?: boolean;
  /** A warning to confirm first: what the move would end, with the score. */
  warning?: string;
  /** True if your turn ends automatically after it. */
  ends?: boolean;
  [name: string]: any;
}

/** An option of a game. */
export interface OptionCard {
  name: string;
  label: string;
  default: string;
  /** True if any string may be tried, not only one of the choices. */
  free: boolean;
  /** True if the choices other than the default are consecutive numbers. */
  range: boolean;
  /** The unit of these numbers. */
  unit: string | null;
  choices: OptionChoice[];
}

/** A value of an option. */
export interface OptionChoice {
  value: string;
  label: string;
  /** The numbers of seats for which it is available. */
  seats: number[];
  /** The values that other options must have for it. */
  needs: { [name: string]: string };
}

/** An option of a table, and its meaning. */
export interface OptionValue {
  name: string;
  value: string;
  says: string;
}

/** A switch to the perspective of another of your seats. */
export interface PerspectiveCommand {
  type: 'perspective';
  id?: string | null;
  seat: number;
}

/** Your new name. */
export interface PlayerName {
  name: string;
}

/** Your results. */
export interface PlayerPage {
  /** The number of finished games included here: the newest ones. */
  counted: number;
  /** True if these are all of your finished games. */
  all: boolean;
  /** Games against bots. */
  played: number;
  won: number;
  levels: LevelResult[];
  best: BestResults[];
  /** The days of the last two weeks on which you played. */
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
  /** The verdict on your attempt; null if you have not tried. */
  solved: 'open' | 'right' | 'nearly' | 'wrong' | null;
}

/** The puzzles of the day, one for each game. */
export interface PuzzlePage {
  /** The date. */
  day: string;
  puzzles: Puzzle[];
}

/** A question with its position; nothing in it reveals the answer. */
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
  /** The seat that you move for, and from whose perspective you see the position. */
  seat: number;
  seats: SeatCard[];
  unit: 'share' | 'points';
  view: QuestionView;
  /** A hint to show on request: the number of right answers and the value of the best, but not which it is. */
  hint: string;
}

/** The answer, shown once a question is solved or given up. */
export interface QuestionAnswer {
  /** All moves that were evaluated, best first. */
  best: ReviewOption[];
  /** The move played in the game. */
  made: ReviewMove | null;
  /** The index of your answer in `best`, right or wrong; null if you gave none. */
  yours: number | null;
}

/** The verdict on the moves made so far. */
export interface QuestionVerdict {
  verdict: 'open' | 'right' | 'nearly' | 'wrong';
  /** The verdict in words: `Right: 65 %.`; empty while more moves are needed. */
  says: string;
  /** Sentences on what the move brings, and on the move played in the game. */
  why: string[];
  /** The expectation after the moves sent; null while more moves are needed. */
  chance: number | null;
  error: number | null;
  /** The hint again, after an answer that is not right. */
  hint: string | null;
  /** The answer, once it was found or given up; else null. */
  answer: QuestionAnswer | null;
  view: QuestionView;
  /** Unix time in milliseconds at which this position comes back to you, if it does. */
  due: number | null;
}

/** A position of a question from the perspective of its seat, and the legal moves in it. */
export interface QuestionView {
  scene: Scene;
  to_move: number | null;
  turn: number;
  scores: number[];
  prompt: string | null;
  /** The legal moves; none once there is a verdict. */
  offers: Offer[];
  /** The effects of the moves made so far. */
  effects: Effect[];
}

/** A finished game, and the headline of its review. */
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
  /** The headline; null if no review is complete. */
  verdict: string | null;
}

/** The record of a game. */
export interface RecordForm {
  text: string;
}

/** A rematch, with the bots as they were or all at another level. */
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

/** A position of a replay with what was known then; the lines of the story from `story_from` have changed. */
export interface ReplayFrame {
  scene: Scene;
  scores: number[];
  turn: number;
  to_move: number | null;
  seat: number | null;
  text: string;
  effects: Effect[];
  /** The entries revealed at this position; with secrets there may be none, or several at the end of the turn. */
  log: LogEntry[];
  /** A sentence about these entries; empty if none were revealed. */
  says: string;
  story_from: number;
  story: StoryLine[];
}

/** The winners and a table of the points: a column for each kind, a row for each seat. */
export interface Result {
  winners: number[];
  /** The side of each seat: partners in a team share a side, otherwise each seat has its own. */
  sides: number[];
  /** The winners, in a sentence. */
  says: string;
  /** The reason the game ended, in a sentence; empty if its rules do not give one. */
  why: string;
  /** The seed of the dice, unless it was made from a secret and salts. */
  seed: string | null;
  /** The secret from which, together with the salts of the seats, the dice were made. */
  secret: string | null;
  /** The winners' lead in points over the best of the others; the score if there is only one seat. */
  margin: number;
  /** The points of every seat at the start and at the end of each turn. */
  series: number[][];
  /** The turning points of the game: at most three turns, in order. */
  turning: TurningPoint[];
  columns: string[];
  rows: (number | string)[][];
  notes: string[];
}

/** The salt that a seat has committed to, once it `asks` for it. */
export interface RevealCommand {
  type: 'reveal';
  id?: string | null;
  seat: number;
  salt: string;
}

/** The changes that a step made for the reader's seat, as printed: whole percents, or tenths of points.

The last step's `after` + `second_look` + all changes = `after`. */
export interface ReviewFigures {
  /** The evaluator's correction before the step happened. */
  second_look: number;
  luck: number;
  loss: number;
  gift: number;
  information: number;
  after: number;
}

/** A request to review a finished game, and the effort to spend: `quick` takes seconds, `deep` takes minutes. */
export interface ReviewForm {
  effort?: 'quick' | 'normal' | 'deep';
}

/** A level's loss per decision at such a table: a tick of the ruler. */
export interface ReviewLevel {
  level: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random';
  label: string;
  /** Never positive, like `loss_per_decision`. */
  loss: number;
  error: number;
}

/** A step of a review with its board, all moves that were evaluated and all possible outcomes of chance. */
export interface ReviewMoment {
  step: ReviewStep;
  /** The frame of the replay before the step. */
  frame: number;
  /** The position before it from the perspective of the seat that decided; if none did, from the reader's. */
  scene: Scene;
  /** The same position with all cards open. */
  open: Scene;
  /** The effects of the step, with nothing hidden. */
  effects: Effect[];
  /** The moves that were evaluated, best first. */
  options: ReviewOption[];
  outcomes: ReviewOutcome[];
  /** True if there were too many outcomes to evaluate all of them. */
  sampled: boolean;
}

/** A move that was evaluated; all moves of the turn if seats decide by whole turns. */
export interface ReviewMove {
  moves: number[];
  /** The move in notation. */
  text: string;
  /** A likely continuation after it, in notation. */
  line: string[];
  /** The seat's expectation after it, given what it could know; never more than after the best move. */
  chance: number;
  /** The standard error of `chance`. */
  error: number;
  /** The same with all cards open; null if nothing was hidden. */
  open: number | null;
  best: boolean;
  made: boolean;
}

/** A move that was evaluated, with everything needed to show it. */
export interface ReviewOption {
  moves: number[];
  text: string;
  line: string[];
  chance: number;
  error: number;
  open: number | null;
  best: boolean;
  made: boolean;
  /** The move in a sentence; for a whole turn, its effect. */
  label: string;
  /** Its effects, in sentences; for a whole turn, its moves. */
  brings: string[];
  /** Its moves as they were offered, in order, for the board to draw. */
  offers: Offer[];
  /** The position after it from the seat's perspective, if seats decide by whole turns; else null. */
  scene: Scene | null;
}

/** A possible outcome of chance. */
export interface ReviewOutcome {
  /** The outcome in notation. */
  text: string;
  /** The outcome in a sentence, without the full stop. */
  says: string;
  weight: number;
  chances: number[];
  /** True if this outcome happened. */
  came: boolean;
}

/** The review of a finished game, as far as it has been made. */
export interface ReviewPage {
  table: TableCard;
  seats: SeatCard[];
  /** The progress of this review. */
  progress: ReviewProgress;
  /** All reviews of this game that exist or have been requested. */
  efforts: ReviewProgress[];
  /** The reader's seat: the one requested, else yours, else the first person's. */
  seat: number;
  /** Null until something has been read, like the next two. */
  unit: 'share' | 'points' | null;
  judged_by: 'net' | 'playouts' | null;
  start: number[] | null;
  /** The number of turns in the game. */
  turns: number;
  /** True if the game hides anything, so that there are two verdicts on a move. */
  secrets: boolean;
  /** The number of the first step in `steps`: the request's `from`. Steps sent before are final. */
  steps_from: number;
  steps: ReviewStep[];
  /** Null until the whole game has been read; sums and moments are empty until then. */
  headline: string | null;
  /** The sentence below the headline, or a summary so far; null until something has been read. */
  summary: string | null;
  sums: ReviewSum[];
  /** The steps worth another look, in order of play. */
  moments: number[];
  /** The loss per decision of each level at such a table, strongest last; empty if none was measured. */
  levels: ReviewLevel[];
}

/** The progress of a review of one effort. */
export interface ReviewProgress {
  effort: 'quick' | 'normal' | 'deep';
  status: 'none' | 'waiting' | 'growing' | 'stopped' | 'failed' | 'done';
  /** The number of log entries that have been read. */
  read: number;
  /** The number of log entries. */
  entries: number;
  /** The number of reviews that will be made first, while it waits. */
  ahead: number;
}

/** A row of the printed sum; all rows are rounded together, so that they add up. */
export interface ReviewRow {
  /** The kind of row: `start`, `even` and `result` are running totals; the others are added. */
  kind: 'start' | 'gifts' | 'losses' | 'even' | 'luck' | 'information' | 'residual' | 'result';
  name: string;
  /** The value in whole percents, or tenths of points. */
  value: number;
  /** The value as printed, with its sign if it is added. */
  text: string;
}

/** A step of the game and its effect; all figures are in the review's unit, and lists have one figure per seat.

`after - before` is luck + gifts, and for the seat that moved, loss + information. */
export interface ReviewStep {
  /** Its number, from 0. */
  step: number;
  /** Its log entries: entry `n` led to frame `n + 1` of the replay. */
  entries: number[];
  kind: 'setup' | 'chance' | 'decision' | 'forced' | 'time';
  /** The seat that moved, or for which chance decided; -1 for no seat. */
  seat: number;
  turn: number;
  /** The step in notation. */
  text: string;
  /** The event in the words of the log: `You roll 3.` */
  does: string;
  /** The verdict and its size: `Mistake, −9 %`. */
  title: string;
  /** The kind of step, and its turn: `mistake, turn 58`. */
  at: string;
  /** The sentences for this point of the curve: what happened, what it changed, and what was better. */
  says: string;
  before: number[];
  after: number[];
  /** The standard errors of `after`, limited near 0 and 1, where an estimate cannot be as uncertain as elsewhere. */
  errors: number[];
  /** The evaluator's second look: `before` minus its evaluation after the last step. */
  residual: number[];
  luck: number[];
  /** True if it is a stroke of luck for the seat the review is told for. */
  stroke: boolean;
  loss: number;
  loss_error: number;
  gifts: number[];
  information: number;
  /** The label of the loss; empty unless the loss is clear. */
  word: '' | 'slip' | 'mistake' | 'blunder';
  /** The same for the reader's seat, in figures that add up from step to step. */
  shown: ReviewFigures;
  /** The number of moves that were evaluated. */
  options: number;
  /** Null if there was nothing to decide. */
  best: ReviewMove | null;
  /** The same as `best` if the best move was made. */
  made: ReviewMove | null;
}

/** The parts of a seat's result: start + luck + losses + gifts + information + residual. */
export interface ReviewSum {
  seat: number;
  start: number;
  setup: number;
  own_luck: number;
  others_luck: number;
  /** All luck: set-up, own dice, others' dice. */
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
  /** The loss per decision and that level, in words. */
  level_says: string;
  /** The same sum as printed. */
  rows: ReviewRow[];
  /** Luck in the set-up, own luck and others' luck as printed; they add up to the row of luck. */
  luck_parts: number[];
  /** The loss per decision with two standard errors: `1.1 ± 0.4 %`. */
  loss_says: string;
}

/** A roll for a seat that rolls its own dice; its outcome was fixed before. */
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

/** The text below a heading. */
export interface RuleSection {
  id: string;
  title: string;
  blocks: RuleBlock[];
}

/** The rules of a game. */
export interface RulesPage {
  title: string;
  folder: string;
  /** The text before the first heading. */
  lead: RuleBlock[];
  sections: RuleSection[];
  figures: Figure[];
}

/** A view as plain data; each game adds what else it draws. */
export interface Scene {
  /** The seat from whose perspective it is seen; null if it is not a seat's perspective. */
  perspective: number | null;
  seats: SceneSeat[];
  phase?: string;
  [name: string]: any;
}

/** A seat in a scene; each game adds what else it shows. */
export interface SceneSeat {
  colour: 'red' | 'purple' | 'yellow' | 'blue' | 'green' | 'white';
  points: number;
  [name: string]: any;
}

/** A seat and its occupant. */
export interface SeatCard {
  seat: number;
  colour: 'red' | 'purple' | 'yellow' | 'blue' | 'green' | 'white';
  kind: 'person' | 'here' | 'bot' | 'open';
  name: string;
  level: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random' | null;
  /** True if you make its moves. */
  mine: boolean;
  /** The seat that asked for a bot to replace this person: their own if they left; null if no bot replaces them. */
  asked_by: number | null;
}

/** The occupant wanted for a seat. */
export interface SeatForm {
  kind: 'me' | 'bot' | 'open' | 'here';
  level?: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random' | null;
  name?: string;
}

/** A seat of a table that you have open: its occupant, their presence and their part in the dice. */
export interface SeatInfo {
  seat: number;
  colour: 'red' | 'purple' | 'yellow' | 'blue' | 'green' | 'white';
  kind: 'person' | 'here' | 'bot' | 'open';
  name: string;
  level: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random' | null;
  mine: boolean;
  asked_by: number | null;
  /** True if a bot is holding this seat for you. */
  come_back: boolean;
  /** True if the player is connected, or sent a request a moment ago. */
  online: boolean;
  /** Unix time in milliseconds from which you can have a bot take over from this player, if they stay away. */
  takeover: number | null;
  /** True if the person on this seat rolls their own dice. */
  by_hand: boolean;
  /** The path of the invitation to this seat if it is open; only the host receives it. */
  invite: string | null;
  /** This seat's part of the dice, where several people play: only your own, then everyone's once the game begins. */
  salt: string | null;
  /** The SHA-256 of the salt, if the seat has committed to it. */
  commitment: string | null;
  /** The action that the game waits for before it begins: commit to a salt, or reveal it. */
  asks: 'commitment' | 'salt' | null;
}

/** The contribution of a seat's player to the dice. */
export interface SeatSalt {
  seat: number;
  /** The player's name, or the seat's. */
  who: string;
  /** Null if the seat did not reveal it: the dice were made without it. */
  salt: string | null;
  /** The SHA-256 of the salt; null if the seat did not commit to it before others were revealed. */
  commitment: string | null;
}

/** Your consent to have positions of your games become puzzles for everyone. */
export interface Shares {
  shares: boolean;
}

/** Your consent to have positions of your games become puzzles for everyone. */
export interface SharesForm {
  shares: boolean;
}

/** The invitation to an open seat, if one is needed, and your part of the dice. */
export interface SitForm {
  invite?: string | null;
  /** Your part of the dice: 16 to 64 characters that no one can guess. Without salt and commitment the server makes
one. The record states that it was not committed to. */
  salt?: string | null;
  /** The SHA-256 of your salt in hexadecimal, instead of the salt: reveal the salt when your seat `asks` for it. */
  commitment?: string | null;
  /** True if you roll your own dice, by a RollCommand; otherwise they roll when your turn begins. */
  by_hand?: boolean;
}

/** The whole table: the first message of a socket, and the response over HTTP. */
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
  /** Null until the game begins. */
  view: View | null;
}

/** The seed of the day, and your best solo games. */
export interface SoloPage {
  daily: string;
  best: SoloResult[];
}

/** A solo game of yours. */
export interface SoloResult {
  table: string;
  score: number;
  when: number;
  seed: string;
  daily: boolean;
}

/** A piece of a text, and its formatting. */
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
  /** The bytes of the position as seen from your perspective, in hexadecimal. */
  state: string;
  /** The codes of your legal moves. */
  moves: number[];
  /** True if you have to roll your die now, by a RollCommand. */
  roll: boolean;
}

/** A turn in one sentence. */
export interface StoryLine {
  turn: number;
  /** The seat whose turn it was; -1 for the set-up and what belongs to no seat, -4 for the referee. */
  seat: number;
  /** The sentence; empty if the turn is not worth mentioning. */
  says: string;
  /** The first of its entries in the log. */
  first: number;
  /** The last of its entries in the log. */
  last: number;
  /** True if the turn is over. */
  done: boolean;
  /** True if the clock ran out and moves were made for the seat; `says` mentions it. */
  timeout: boolean;
}

/** A request for the whole table. */
export interface SyncCommand {
  type: 'sync';
  id?: string | null;
}

/** A table's id and game. */
export interface TableCard {
  id: string;
  game: string;
  folder: string;
  title: string;
}

/** A table to set up. */
export interface TableForm {
  game: string;
  seats: SeatForm[];
  options?: { [name: string]: any };
  clock?: 30 | 60 | 180 | 600 | 86400 | 259200 | 604800 | null;
  minutes?: 10 | 15 | 20 | 30 | 45 | 60 | 90 | 120 | null;
  watch?: 'anyone' | 'link' | 'nobody';
  /** True if people who play against each other may ask for hints; those who play alone or with bots always may. */
  hints?: boolean;
  /** True if one person may take several of the open seats. */
  several_seats?: boolean;
  /** The seed of the dice, only if no other people play: the same seed gives the same dice. */
  seed?: string | null;
  /** Your part of the dice if other people play, 16 to 64 characters. Without salt and commitment the server makes
one. The record states that it was not committed to. */
  salt?: string | null;
  /** The SHA-256 of your salt in hexadecimal, instead of the salt: reveal the salt when your seat `asks` for it. */
  commitment?: string | null;
  /** True if you roll your own dice, by a RollCommand; otherwise they roll when your turn begins. */
  by_hand?: boolean;
}

/** The settings and status of a table. */
export interface TableInfo {
  id: string;
  game: string;
  folder: string;
  title: string;
  status: 'waiting' | 'playing' | 'over';
  options: OptionValue[];
  watch: 'anyone' | 'link' | 'nobody';
  /** Seconds per turn. */
  clock: number | null;
  /** Unix time in milliseconds at which the time for the turn is up. */
  deadline: number | null;
  /** Minutes for the whole game. */
  minutes: number | null;
  /** Unix time in milliseconds at which the time for the game is up. */
  ends: number | null;
  /** True if players may ask for hints. */
  hints: boolean;
  /** True if one person may take several seats. */
  several_seats: boolean;
  /** The level of a bot that takes over from a player. */
  level: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random';
  /** True if you set up the table. */
  host: boolean;
  /** The SHA-256 of the server's secret or of the seed alone, revealed after the game; null if that is short. */
  commitment: string | null;
  /** Unix time in milliseconds at which the game begins without the salts that are still missing. */
  salts_by: number | null;
  /** `daily`, `imported`, or the moment that a what-if continues from, see `what_if`. */
  origin: string | null;
  /** The date, if this is a game of the day. */
  day: string | null;
  /** The table of the rematch; null if there is none. */
  again: string | null;
  /** The number of undos after something new was shown; if there were any, the game does not count in statistics. */
  undone: number;
  /** The origin of the table, if it is a what-if. */
  what_if: WhatIf | null;
  /** True if the game cannot continue, because its data is damaged or its rules failed. */
  damaged: boolean;
  /** The game's version of the rules, if this server has a different one: the game cannot be shown then. */
  other_rules: string | null;
  /** The number of log entries that the database has lost: the game continues from an earlier position. */
  rewound: number;
}

/** A page of each list of the lobby, newest first; a list that was not requested is empty. */
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
  /** True if you set up the table. */
  host: boolean;
  origin: string | null;
  /** True if it continues from a moment of another game; it then counts in no statistics. */
  what_if: boolean;
  seats: SeatCard[];
  my_turn: boolean;
  /** The prompt if it is your turn; only for the first few tables. */
  prompt: string | null;
  /** Unix time in milliseconds at which the time for your turn is up. */
  deadline: number | null;
  /** Unix time in milliseconds at which it was set up. */
  began: number;
  /** Unix time in milliseconds of its last change. */
  when: number;
  /** The side of each seat: partners in a team share a side, otherwise each seat has its own. */
  sides: number[];
  scores: number[] | null;
  winners: number[] | null;
  /** The winners, in a sentence. */
  says: string | null;
  /** The number of undos after something new was shown; if there were any, the game does not count in statistics. */
  undone: number;
}

/** A request that a bot of the table's level play for a player who is away. */
export interface TakeOverCommand {
  type: 'takeover';
  id?: string | null;
  seat: number;
}

/** The games and puzzles of the day, and your most recent games. */
export interface TodayPage {
  /** The date. */
  day: string;
  games: DayGame[];
  puzzles: Puzzle[];
  recent: RecentGame[];
}

/** A position that you got wrong, and your attempts since. */
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
  /** Unix time in milliseconds at which it comes back. */
  due: number;
  /** The number of right answers in a row. */
  box: number;
  /** The verdict on your last attempt; null if you have not tried yet. */
  last: 'open' | 'right' | 'nearly' | 'wrong' | null;
  /** The same in words: `wrong yesterday`, `right once, 3 days ago`. */
  last_says: string;
}

/** Positions that you got wrong, spaced over days. */
export interface TrainingPage {
  /** A page of the positions that are due, longest overdue first. */
  due: TrainingCard[];
  /** The number of positions that are due. */
  count: number;
  /** The number of positions in your training. */
  total: number;
  /** Unix time in milliseconds at which the next position falls due; null if there is none. */
  next_due: number | null;
  /** True if positions of your games may become puzzles for everyone. */
  shares: boolean;
}

/** A turn that decided a large part of the game. */
export interface TurningPoint {
  turn: number;
  /** The events of the turn, in a sentence. */
  says: string;
}

/** A request to take back a seat's last move. */
export interface UndoCommand {
  type: 'undo';
  id?: string | null;
  seat: number;
  number?: number | null;
}

/** The parts of the table that have changed: the log from entry `log_from`, the story from line `story_from`. */
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

/** A position to draw, and your legal moves. */
export interface View {
  to_move: number | null;
  turn: number;
  scene: Scene;
  /** The instruction to the player. */
  prompt: string | null;
  offers: Offer[];
  scores: number[];
  /** The side of each seat: partners in a team share a side, otherwise each seat has its own. */
  sides: number[];
  /** True if your last move may be taken back. */
  undo: boolean;
  /** True if taking it back would exclude this game from statistics, because something new has been shown since. */
  undo_marks: boolean;
  /** True if you have to roll your die now, by a RollCommand. */
  roll: boolean;
}

/** The moment of a finished game from which a what-if continues; a what-if counts in no statistics. */
export interface WhatIf {
  /** The table of that game. */
  table: string;
  /** The number of log entries taken over from that game. */
  at: number;
  /** The turn in which the what-if begins. */
  turn: number;
  /** The step of the review in which it was chosen; null if it was chosen in the replay. */
  step: number | null;
}

/** A position of a finished game, and the seat to play from there. */
export interface WhatIfForm {
  at: number;
  seat: number;
  level?: 'novice' | 'club' | 'expert' | 'master' | 'grandmaster' | 'greedy' | 'random';
  /** The step of the review in which it was chosen. */
  step?: number | null;
}
