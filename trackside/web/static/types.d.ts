// The page's own types. What goes over the wire is in api.d.ts.
import type { GameCard, Hello, HintedMove, LogEntry, Offer, Scene, Snapshot } from './api';
import type { HintCommand, MoveCommand, TakeOverCommand, UndoCommand } from './api';

export type Values = { [name: string]: unknown };
export interface Words {
  (key: string, values?: Values): string;
  has(key: string): boolean;
  count(key: string, n: number, values?: Values): string;
}

/** A command that gets an answer. */
export type Request = MoveCommand | UndoCommand | TakeOverCommand | HintCommand;
/** A request before it has an id. */
export type Wish = Request extends infer One ? (One extends Request ? Omit<One, 'id'> : never) : never;

export interface Live {
  table: Snapshot | null;
  log: LogEntry[];
  /** Without an answer yet. */
  pending: Request[];
  gap: boolean;
  error: string | null;
  hint: HintedMove[] | null;
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
  /** The player's own things below the board; without it the tray lists all moves. */
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
  game: (name: string) => GameCard | undefined;
  go: (path: string) => void;
  setName: (name: string) => Promise<void>;
}
