// The page's own types. What goes over the wire is in api.d.ts.
import type { Effect, GameCard, Hello, HintMessage, LogEntry, Offer, Result, Scene } from './api';
import type { SeatCard, Snapshot, StoryLine } from './api';
import type { CommitCommand, DiceCommand, HintCommand, MoveCommand, RevealCommand } from './api';
import type { RollCommand, TakeOverCommand, UndoCommand } from './api';

export type Values = { [name: string]: unknown };
export interface Words {
  (key: string, values?: Values): string;
  has(key: string): boolean;
  count(key: string, n: number, values?: Values): string;
}

/** A command that gets an answer. */
export type Request =
  | MoveCommand
  | UndoCommand
  | RollCommand
  | DiceCommand
  | TakeOverCommand
  | CommitCommand
  | RevealCommand
  | HintCommand;
/** A request before it has an id. */
export type Wish = Request extends infer One ? (One extends Request ? Omit<One, 'id'> : never) : never;

export interface Live {
  table: Snapshot | null;
  log: LogEntry[];
  story: StoryLine[];
  /** Without an answer yet. */
  pending: Request[];
  gap: boolean;
  error: string | null;
  hint: HintMessage | null;
}

/** What happened in one turn. */
export interface Trail {
  seat: number;
  turn: number;
  says: string;
  effects: Effect[];
}
/** What happened between two moments, within one turn. */
export interface Part {
  turn: number;
  seat: number;
  effects: Effect[];
  /** The length of the log after it. */
  entries: number;
}
/** What moves between two moments: cues, and when each part has been seen, in milliseconds at the normal pace. */
export interface Reel {
  cues: Cue[];
  parts: Part[];
  ends: number[];
}
/** What may be said of a moment that is still being shown. */
export interface Told {
  log: LogEntry[];
  story: StoryLine[];
  scores: number[];
  toMove: number | null;
}
/** What is shown at a table, and what waits to be shown. */
export interface Queue {
  shown: Live | null;
  waiting: Live[];
}
export type Pace = 'slow' | 'normal' | 'quick' | 'once';
export interface BoardProps {
  scene: Scene;
  offers: Offer[];
  chosen: number | null;
  choose: (move: number | null) => void;
  play: (move: number) => void;
  words: Words;
  wide: boolean;
  still?: boolean;
  /** The turns since the viewer's own last one, oldest first; in a replay, the turn shown. */
  trail?: Trail[];
  /** Whether it shows a moment of a replay: marks nothing but the trail. */
  past?: boolean;
  /** The best move of a hint. */
  best?: number | null;
  /** The move that waits for "Done". */
  held?: number | null;
  /** Who sits where. */
  seats?: SeatCard[];
  /** Whether it may change its shape, to be as large as what is on it allows. */
  snug?: boolean;
  /** Two moves to be told apart: the one made, and a better one. */
  compare?: Comparison;
  /** The view box of the part of the drawing to show; without it all of it. */
  part?: string;
}
/** A move to be drawn: as it was offered, the position after it, and what stands beside it. */
export interface DrawnMove {
  offers: Offer[];
  /** Where seats decide by whole turns. */
  scene: Scene | null;
  label: string;
  says: string;
}
export interface Comparison {
  made: DrawnMove | null;
  better: DrawnMove | null;
}
export interface EndProps {
  scene: Scene;
  seats: SeatCard[];
  log: LogEntry[];
  result: Result;
  words: Words;
  wide: boolean;
}
export type Sound =
  | 'roll'
  | 'step'
  | 'take'
  | 'draw'
  | 'line'
  | 'nine'
  | 'minus'
  | 'trip'
  | 'refused'
  | 'yours'
  | 'won'
  | 'over';
/** Something that moves while a change is shown; milliseconds at the pace `normal`. */
export type CueKind =
  'slide' | 'hop' | 'fly' | 'gather' | 'pulse' | 'appear' | 'grow' | 'tumble' | 'turn' | 'settle' | 'wait';
export interface Cue {
  at: number;
  ms: number;
  kind: CueKind;
  /** The data-key of what moves: in the drawing after the change; for `fly`, before it. */
  key?: string;
  /** hop: the data-keys of the places it touches, after the change. */
  path?: string[];
  /** hop: whether it falls rather than walks. */
  falls?: boolean;
  /** fly, gather: the data-key of where it goes, such as `seat-1`. */
  to?: string;
  /** gather: the data-keys of what comes together, before the change or else after it. */
  keys?: string[];
  /** gather: what is counted, one text after the other, and what comes of it. */
  says?: string[];
  gain?: string;
  /** tumble: what the die of a seat lands on; pulse: how many rings. */
  n?: number;
  seat?: number;
  sound?: Sound;
}
export interface BoardModule {
  Board: (props: BoardProps) => any;
  /** A piece that stands for the game. */
  Piece?: () => any;
  /** The player's own things below the board; without it the tray lists all moves. */
  Tray?: (props: BoardProps & { since?: Trail[] }) => any;
  /** What a seat has; `last` is what happened in its last turn. */
  SeatNote?: (props: { scene: Scene; seat: number; words: Words; past?: boolean; last?: Effect[] }) => any;
  /** The board when the game is over. */
  Outcome?: (props: EndProps) => any;
  /** Whether that is a curve of the scores already. */
  drawsCourse?: boolean;
  /** How the points came about, when the game is over. */
  Account?: (props: EndProps) => any;
  /** A change as something to watch; `earlier` happened before it in the same turn. */
  film?: (effects: Effect[], before: Scene, after: Scene, earlier: Effect[]) => Cue[];
  /** What other seats have that not everybody sees, for a game with secrets. */
  Hidden?: (props: { scene: Scene; seat: number; words: Words }) => any;
  /** How an outcome of chance is drawn, by its text: a die, or a card with something on it. */
  luckSign?: (text: string) => { roll?: number; card?: string };
  /** What an element with data-about is. */
  about?: (about: string, scene: Scene, words: Words) => { title: string; text: string } | null;
  headline?: (scene: Scene, words: Words) => string;
  primary?: (offers: Offer[], chosen: number | null, words: Words) => { move: number; label: string } | null;
  /** The number that the viewer's die shows. */
  reveal?: (scene: Scene) => number | null;
}

export interface Preferences {
  language: string | null;
  theme: 'system' | 'light' | 'dark';
  /** Whether dice roll, and turns end, by themselves. */
  autoroll: boolean;
  /** How fast moves are shown; null as the system asks for. */
  pace: Pace | null;
  sound: boolean;
  /** From 0 to 1. */
  volume: number;
  /** Whether a hidden tab says that it is my turn. */
  notices: boolean;
  keys: boolean;
  guide: boolean;
  /** The decisions of games that were explained already. */
  explained: string[];
  /** The ids of the finished lessons of each game. */
  lessons: { [game: string]: string[] };
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
