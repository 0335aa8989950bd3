// Every message between the page and the server. Made by `make types` from the server's models; do not edit.

/** What became of a command: done, or why not. */
export interface Answer {
  type: 'answer';
  /** The command's own. */
  id: string | null;
  ok: boolean;
  error: string | null;
}

export type Catalogue = { [name: string]: string };

export type Command = MoveCommand | UndoCommand | TakeOverCommand | EyesCommand | SyncCommand | HintCommand;

/** Why a request was refused, in the language it asked for. */
export interface ErrorBody {
  error: string;
}

/** Look with the eyes of another of one's own seats. */
export interface EyesCommand {
  type: 'eyes';
  id?: string | null;
  seat: number;
}

/** A picture that stands after a rule. */
export interface Figure {
  after: string;
  scene: Scene;
  caption: string;
}

/** A position of a replay, and the entry of the log that led to it. */
export interface Frame {
  scene: Scene;
  scores: number[];
  turn: number;
  to_move: number | null;
  seat: number | null;
  text: string;
  said: string[];
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
  timed: boolean;
  options: OptionCard[];
  levels: Level[];
  /** A scene to draw. */
  picture: Scene | null;
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
}

/** The best moves, and how play may go on. */
export interface Hint {
  moves: HintedMove[];
  line: string[];
}

/** What a strong player would do on this seat. */
export interface HintCommand {
  type: 'hint';
  id?: string | null;
  seat: number;
}

/** The best moves, the best first. */
export interface HintMessage {
  type: 'hint';
  id: string | null;
  moves: HintedMove[];
}

/** A move, and what a strong bot thinks of it. */
export interface HintedMove {
  move: number;
  text: string;
  visits: number;
  /** The share of the win that is expected, from 0 to 1. */
  value: number | null;
}

/** How well a bot plays. */
export interface Level {
  name: 'novice' | 'club' | 'expert' | 'master' | 'greedy' | 'random';
  label: string;
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
  /** It in sentences. */
  said: string[];
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
  /** What it does, in sentences. */
  brings: string[];
  [name: string]: any;
}

/** An option of a game. */
export interface OptionCard {
  name: string;
  label: string;
  default: string;
  /** Whether any text may be tried, not only the choices. */
  free: boolean;
  choices: OptionChoice[];
}

/** A value of an option. */
export interface OptionChoice {
  value: string;
  label: string;
  /** With how many seats it goes. */
  seats: number[];
}

/** An option of a table, and what it means. */
export interface OptionValue {
  name: string;
  value: string;
  says: string;
}

/** What you are called from now on. */
export interface PlayerName {
  name: string;
}

/** A game as text. */
export interface RecordForm {
  text: string;
}

/** A finished game, position by position. */
export interface Replay {
  table: TableCard;
  seats: SeatCard[];
  eyes: number | 'all' | 'spectator';
  frames: Frame[];
  result: Result | null;
}

/** Who won, and how the points came about: a column for each kind, a row for each seat. */
export interface Result {
  winners: number[];
  /** Who won, in a sentence. */
  says: string;
  /** What the dice came from, unless it was a secret and salts. */
  seed: string | null;
  /** What the dice came from together with the salts of the seats. */
  secret: string | null;
  columns: string[];
  rows: (number | string)[][];
  notes: string[];
}

/** A rule and its number. */
export interface Rule {
  number: string;
  text: string;
}

/** The rules of a game. */
export interface RulesPage {
  title: string;
  folder: string;
  rules: Rule[];
  figures: Figure[];
}

/** A view as plain data, and whatever else a game draws. */
export interface Scene {
  /** The seat whose eyes see it; None for everybody else. */
  eyes: number | null;
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
  level: 'novice' | 'club' | 'expert' | 'master' | 'greedy' | 'random' | null;
  /** Whether you make its moves. */
  mine: boolean;
}

/** Who is to sit on a seat. */
export interface SeatForm {
  kind: 'me' | 'bot' | 'open' | 'here';
  level?: 'novice' | 'club' | 'expert' | 'master' | 'greedy' | 'random' | null;
  name?: string;
}

/** Who sits on a seat of a table that is being played. */
export interface SeatInfo {
  seat: number;
  colour: 'red' | 'purple' | 'yellow' | 'blue' | 'green' | 'white';
  kind: 'person' | 'here' | 'bot' | 'open';
  name: string;
  level: 'novice' | 'club' | 'expert' | 'master' | 'greedy' | 'random' | null;
  mine: boolean;
  /** Whether a bot keeps it for you. */
  come_back: boolean;
  online: boolean;
  /** The path of the invitation to an open seat, for the host. */
  invite: string | null;
  /** What this seat adds to the dice, where several people play: your own, and everybody's once the game begins. */
  salt: string | null;
}

/** The invitation to an open seat, where one is needed, and what you add to the dice. */
export interface SitForm {
  invite?: string | null;
  /** 16 to 64 characters that nobody can guess; without it the server makes one. */
  salt?: string | null;
}

/** The whole table: a socket's first message, and what HTTP answers. */
export interface Snapshot {
  type: 'table';
  number: number;
  table: TableInfo;
  seats: SeatInfo[];
  eyes: number | null;
  result: Result | null;
  log_from: number;
  log: LogEntry[];
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

export type StateMessage = StateUpdate | Answer | HintMessage;

/** The whole table for programs that know the rules (`?form=state`). */
export interface StateSnapshot {
  type: 'table';
  number: number;
  table: TableInfo;
  seats: SeatInfo[];
  eyes: number | null;
  result: Result | null;
  log_from: number;
  log: LogEntry[];
  view: StateView | null;
}

/** The same for programs that know the rules (`?form=state`). */
export interface StateUpdate {
  type: 'table';
  number: number;
  table?: TableInfo;
  seats?: SeatInfo[];
  eyes?: number | null;
  result?: Result | null;
  log_from: number;
  log: LogEntry[];
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
  options?: { [name: string]: string };
  clock?: 30 | 60 | 180 | 600 | 86400 | null;
  minutes?: 10 | 15 | 20 | 30 | 45 | 60 | 90 | 120 | null;
  watch?: 'anyone' | 'link' | 'nobody';
  /** Whether people who play against each other may ask for hints; whoever plays alone or with bots always may. */
  hints?: boolean;
  /** Only where nobody else sits: the same seed, the same dice. */
  seed?: string | null;
  /** What you add to the dice where others sit, 16 to 64 characters; without it the server makes one. */
  salt?: string | null;
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
  /** Whether you set it up. */
  host: boolean;
  /** The SHA-256 of the server's secret, or of the seed alone, told when the game is over; None if it is short. */
  commitment: string | null;
  /** `daily`, `imported`, or the table and the position that it goes on from. */
  origin: string | null;
  /** The table where the same people play once more. */
  again: string | null;
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
  origin: string | null;
  seats: SeatCard[];
  my_turn: boolean;
  /** When it last changed: Unix time in milliseconds. */
  when: number;
  scores: number[] | null;
  /** Who won, in a sentence. */
  says: string | null;
}

/** A bot shall play for somebody who has left. */
export interface TakeOverCommand {
  type: 'takeover';
  id?: string | null;
  seat: number;
  level?: 'novice' | 'club' | 'expert' | 'master' | 'greedy' | 'random';
}

/** A seat takes back its last move. */
export interface UndoCommand {
  type: 'undo';
  id?: string | null;
  seat: number;
  number?: number | null;
}

/** The parts of the table that have changed; the log is new from its entry `log_from` on. */
export interface Update {
  type: 'table';
  number: number;
  table?: TableInfo;
  seats?: SeatInfo[];
  eyes?: number | null;
  result?: Result | null;
  log_from: number;
  log: LogEntry[];
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
  /** Whether your last move may be taken back. */
  undo: boolean;
}

/** A position of a finished game, and the seat to play on from there. */
export interface WhatIfForm {
  at: number;
  seat: number;
  level?: 'novice' | 'club' | 'expert' | 'master' | 'greedy' | 'random';
}
