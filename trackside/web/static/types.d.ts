// What the server sends, as the page uses it.

export type Values = { [name: string]: unknown };
export type Catalogue = { [key: string]: string };
export interface Words {
  (key: string, values?: Values): string;
  has(key: string): boolean;
  count(key: string, n: number, values?: Values): string;
}
export type Scene = { phase?: string; [name: string]: any };

export interface Choice {
  value: string;
  label: string;
  seats?: number[] | null;
}
export interface Option {
  name: string;
  label: string;
  default: string;
  free: boolean;
  choices: Choice[];
}
export interface Game {
  name: string;
  folder: string;
  title: string;
  pitch: string;
  authors: string[];
  publisher: string;
  year: number;
  seats: number[];
  default_seats: number;
  options: Option[];
  levels: { name: string; label: string }[];
  secrets: boolean;
  timed: boolean;
  picture?: Scene | null;
}
export interface Hello {
  name: string;
  language: string;
  version: string;
  games: Game[];
  words: Catalogue;
  game_words: { [game: string]: Catalogue };
  daily: string;
  ready: boolean;
}

export interface Offer {
  move: number;
  text: string;
  label: string;
  brings: string[];
  [name: string]: any;
}
export interface Seat {
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
export interface TableFacts {
  id: string;
  game: string;
  folder: string;
  title: string;
  status: 'waiting' | 'playing' | 'over';
  options: { name: string; value: string; says: string }[];
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
export interface Entry {
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
export interface TableMessage {
  type: 'table';
  number: number;
  table: TableFacts;
  seats: Seat[];
  eyes: number | null;
  view: View | null;
  log_from: number;
  log: Entry[];
  result: Result | null;
}
/** The first message has all parts, later ones those that have changed. */
export type TableNews = Pick<TableMessage, 'type' | 'number' | 'log_from' | 'log'> & Partial<TableMessage>;
export interface AnswerMessage {
  type: 'answer';
  id: string;
  ok: boolean;
  error: string | null;
}
export interface Hinted {
  move: number;
  text: string;
  value: number | null;
}
export interface HintMessage {
  type: 'hint';
  id: string;
  moves: Hinted[];
}
export interface OnlineMessage {
  type: 'online';
  seats: boolean[];
}
export type Message = TableNews | AnswerMessage | HintMessage | OnlineMessage;
export interface Request {
  type: string;
  id: string;
  [name: string]: unknown;
}

export interface Pending extends Request {
  seen: string;
}

export interface Live {
  table: TableMessage | null;
  log: Entry[];
  pending: Pending[];
  gap: boolean;
  error: string | null;
  hint: Hinted[] | null;
}

export interface Row {
  id: string;
  game: string;
  title: string;
  status: string;
  seats: Seat[];
  my_turn: boolean;
  when: number;
  says: string | null;
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
  table: TableFacts;
  seats: Seat[];
  eyes: number | string | null;
  frames: Frame[];
  result: Result | null;
}

export interface BoardProps {
  scene: Scene;
  offers: Offer[];
  chosen: number | null;
  choose: (move: number | null) => void;
  play: (move: number) => void;
  words: Words;
  wide: boolean;
  still?: boolean;
}
export interface BoardModule {
  Board: (props: BoardProps) => any;
  Tray?: (props: BoardProps) => any;
  SeatNote?: (props: { scene: Scene; seat: number; words: Words; past?: boolean }) => any;
  headline?: (scene: Scene, words: Words) => string;
  primary?: (offers: Offer[], chosen: number | null, words: Words) => { move: number; label: string } | null;
  reveal?: (scene: Scene) => number | null;
}

export interface Preferences {
  language: string | null;
  theme: 'system' | 'light' | 'dark';
  autoroll: boolean;
  keys: boolean;
  guide: boolean;
  explained: string[];
}
export interface App {
  hello: Hello;
  language: string;
  words: Words;
  preferences: Preferences;
  gameWords: (game: string) => Words;
  game: (name: string) => Game | undefined;
  go: (path: string) => void;
  setName: (name: string) => Promise<void>;
}
