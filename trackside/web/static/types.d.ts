// The page's own types. The types of messages and API responses are in api.d.ts.
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
  /** Requests without an answer yet. */
  pending: Request[];
  gap: boolean;
  error: string | null;
  hint: HintMessage | null;
}

/** The events of one turn. */
export interface Trail {
  seat: number;
  turn: number;
  says: string;
  effects: Effect[];
}
/** The events between two moments, within one turn. */
export interface Part {
  turn: number;
  seat: number;
  effects: Effect[];
  /** The length of the log after it. */
  entries: number;
}
/** The movements between two moments: cues, and when each part has been shown, in milliseconds at the normal pace. */
export interface Reel {
  cues: Cue[];
  parts: Part[];
  ends: number[];
}
/** The part of a moment that may be told while it is shown. */
export interface Told {
  log: LogEntry[];
  story: StoryLine[];
  scores: number[];
  toMove: number | null;
}
/** The moment shown at a table, and those that wait to be shown. */
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
  /** True for a moment of a replay, which marks only the trail. */
  past?: boolean;
  /** The best move of a hint. */
  best?: number | null;
  /** The move that waits for "Done". */
  held?: number | null;
  /** The players by seat. */
  seats?: SeatCard[];
  /** True if the drawing may change its shape to be as large as its content allows. */
  snug?: boolean;
  /** Two moves to compare: the one made, and a better one. */
  compare?: Comparison;
  /** The view box of the part to draw; without it, the whole drawing. */
  part?: string;
}
/** A move to draw: its offers, the position after it, and its label. */
export interface DrawnMove {
  offers: Offer[];
  /** The position after it, if seats decide by whole turns. */
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
/** Movements while a change is shown; milliseconds at the pace `normal`. */
export type CueKind =
  'slide' | 'hop' | 'fly' | 'gather' | 'pulse' | 'appear' | 'grow' | 'tumble' | 'turn' | 'settle' | 'wait';
export interface Cue {
  at: number;
  ms: number;
  kind: CueKind;
  /** The data-key of the moving element: in the drawing after the change; for `fly`, before it. */
  key?: string;
  /** hop: the data-keys of the places it touches, after the change. */
  path?: string[];
  /** hop: true if it falls rather than walks. */
  falls?: boolean;
  /** fly, gather: the data-key of the target, such as `seat-1`. */
  to?: string;
  /** gather: the data-keys of the gathered elements, before the change or else after it. */
  keys?: string[];
  /** gather: the texts counted one after the other, and the result. */
  says?: string[];
  gain?: string;
  /** tumble: the result of a seat's die; pulse: the number of rings. */
  n?: number;
  seat?: number;
  sound?: Sound;
}
export interface BoardModule {
  Board: (props: BoardProps) => any;
  /** A piece that represents the game. */
  Piece?: () => any;
  /** The player's own things below the board; without it the tray lists all moves. */
  Tray?: (props: BoardProps & { since?: Trail[] }) => any;
  /** The holdings of a seat; `last` has the effects of its last turn. */
  SeatNote?: (props: { scene: Scene; seat: number; words: Words; past?: boolean; last?: Effect[] }) => any;
  /** The board of a finished game. */
  Outcome?: (props: EndProps) => any;
  /** True if the Outcome already has a curve of the scores. */
  drawsCourse?: boolean;
  /** The scoring of a finished game. */
  Account?: (props: EndProps) => any;
  /** The film of a change; `earlier` has the effects before it in the same turn. */
  film?: (effects: Effect[], before: Scene, after: Scene, earlier: Effect[]) => Cue[];
  /** The holdings of other seats that not everyone can see, for a game with secrets. */
  Hidden?: (props: { scene: Scene; seat: number; words: Words }) => any;
  /** The drawing of a chance outcome, by its text: a die, or a card with something on it. */
  luckSign?: (text: string) => { roll?: number; card?: string };
  /** The explanation of an element with data-about. */
  about?: (about: string, scene: Scene, words: Words) => { title: string; text: string } | null;
  headline?: (scene: Scene, words: Words) => string;
  primary?: (offers: Offer[], chosen: number | null, words: Words) => { move: number; label: string } | null;
  /** The result of the viewer's die. */
  reveal?: (scene: Scene) => number | null;
}

export interface Preferences {
  language: string | null;
  theme: 'system' | 'light' | 'dark';
  /** True if dice roll and turns end automatically. */
  autoroll: boolean;
  /** The pace of moves; null follows the system's preference. */
  pace: Pace | null;
  sound: boolean;
  /** From 0 to 1. */
  volume: number;
  /** True if a hidden tab notifies me of my turn. */
  notices: boolean;
  keys: boolean;
  guide: boolean;
  /** The kinds of decisions already explained. */
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
