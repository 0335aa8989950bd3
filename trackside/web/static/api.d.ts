// Every message between the page and the server.

export type Catalogue = { [key: string]: string };
/** A view as plain data: the seats and whatever else a drawing needs. */
export type Scene = { phase?: string; eyes?: number | null; seats?: SceneSeat[]; [name: string]: any };
export type SceneSeat = { colour: string; points: number; [name: string]: any };

export interface OptionChoice {
  value: string;
  label: string;
  seats?: number[] | null;
}
export interface OptionCard {
  name: string;
  label: string;
  default: string;
  free: boolean;
  choices: OptionChoice[];
}
export interface Level {
  name: string;
  label: string;
}
export interface GameCard {
  name: string;
  folder: string;
  title: string;
  pitch?: string | null;
  authors: string[];
  publisher: string;
  year: number;
  seats: number[];
  default_seats: number;
  options: OptionCard[];
  levels: Level[];
  secrets: boolean;
  timed: boolean;
  picture?: Scene | null;
  /** Whether its folder has a board.js, and a board.css. */
  board: boolean;
  styles: boolean;
}
export interface Limits {
  name: number;
  seed: number;
  option: number;
  clocks: number[];
  minutes: number[];
  watch: string[];
  record: number;
  message: number;
}
export interface Hello {
  name: string;
  language: string;
  languages: string[];
  version: string;
  games: GameCard[];
  words: Catalogue;
  game_words: { [game: string]: Catalogue };
  daily: string;
  ready: boolean;
  limits: Limits;
}

export interface Offer {
  move: number;
  text: string;
  label: string;
  brings: string[];
  [name: string]: any;
}
export interface SeatInfo {
  seat: number;
  colour: string;
  kind: 'person' | 'bot' | 'open' | 'here';
  name: string;
  level: string | null;
  mine: boolean;
  online: boolean;
  come_back?: boolean;
  invite?: string | null;
}
export interface OptionValue {
  name: string;
  value: string;
  says: string;
}
export interface TableInfo {
  id: string;
  game: string;
  folder: string;
  title: string;
  status: 'waiting' | 'playing' | 'over';
  options: OptionValue[];
  watch: string;
  clock: number | null;
  deadline: number | null;
  minutes: number | null;
  ends: number | null;
  host: boolean;
  commitment: string | null;
  origin?: string | null;
  again?: string | null;
}
export interface View {
  to_move: number | null;
  turn: number;
  scene: Scene;
  prompt: string | null;
  offers: Offer[];
  scores: number[];
  undo: boolean;
}
export interface LogEntry {
  seat: number;
  text: string;
  said: string[];
}
export interface Result {
  winners: number[];
  says: string;
  columns: string[];
  rows: (number | string)[][];
  notes: string[];
  seed?: string | null;
}

/** The first message of a socket: the whole table. */
export interface Snapshot {
  type: 'table';
  number: number;
  table: TableInfo;
  seats: SeatInfo[];
  eyes: number | null;
  view: View | null;
  log_from: number;
  log: LogEntry[];
  result: Result | null;
}
/** Later messages: the parts that changed. */
export type Update = Pick<Snapshot, 'type' | 'number' | 'log_from' | 'log'> & Partial<Snapshot>;
export interface Answer {
  type: 'answer';
  id: string | null;
  ok: boolean;
  error: string | null;
}
export interface HintedMove {
  move: number;
  text: string;
  value: number | null;
}
export interface HintMessage {
  type: 'hint';
  id: string;
  moves: HintedMove[];
}
export type Message = Snapshot | Update | Answer | HintMessage;

export interface MoveCommand {
  type: 'move';
  id: string;
  seat: number;
  number: number;
  move: number;
}
export interface UndoCommand {
  type: 'undo';
  id: string;
  seat: number;
  number: number;
}
export interface TakeOverCommand {
  type: 'takeover';
  id: string;
  seat: number;
  level: string;
}
export interface EyesCommand {
  type: 'eyes';
  id?: string | null;
  seat: number;
}
export interface SyncCommand {
  type: 'sync';
  id?: string | null;
}
export interface HintCommand {
  type: 'hint';
  id: string;
  seat: number;
}
export type Command =
  MoveCommand | UndoCommand | TakeOverCommand | EyesCommand | SyncCommand | HintCommand;

/** A seat of a table in a list. */
export type RowSeat = Pick<SeatInfo, 'colour' | 'kind' | 'name' | 'level' | 'mine'>;
export interface TableRow {
  id: string;
  game: string;
  title: string;
  status: string;
  origin: string | null;
  seats: RowSeat[];
  my_turn: boolean;
  when: number;
  scores: number[] | null;
  says: string | null;
}
export interface TableLists {
  mine: TableRow[];
  public: TableRow[];
  finished: TableRow[];
}
export interface SoloResult {
  table: string;
  score: number;
  when: number;
  seed: string | null;
  daily: boolean;
}
export interface Rule {
  number: string;
  text: string;
}
export interface Figure {
  after: string;
  scene: Scene;
  caption: string;
}
export interface Rules {
  title: string;
  folder: string;
  rules: Rule[];
  figures: Figure[];
}
export interface Frame {
  scene: Scene;
  scores: number[];
  turn: number;
  to_move: number | null;
  seat: number | null;
  text: string;
  said: string[];
}
export interface Replay {
  table: Pick<TableInfo, 'id' | 'game' | 'folder' | 'title'>;
  seats: (RowSeat & { seat: number })[];
  eyes: number | 'all' | 'spectator';
  frames: Frame[];
  result: Result | null;
}
export interface ErrorBody {
  error: string;
}
