export type Node = unknown;
/** A component: a function of its properties, or a class that can catch errors. */
export class Component {
  constructor(props?: any, context?: any);
  props: any;
  state: any;
  setState(state: any): void;
}
export const Fragment: (props: any) => any;
export function h(type: string | ((props: any) => any), props?: Record<string, unknown> | null, ...children: unknown[]): any;
export function render(node: unknown, parent: Element): void;
export function html(parts: TemplateStringsArray, ...values: unknown[]): any;
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((before: T) => T)) => void];
export function useEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useRef<T>(initial: T): { current: T };
export function useMemo<T>(make: () => T, inputs: unknown[]): T;
export function useCallback<T extends (...given: any[]) => any>(made: T, inputs: unknown[]): T;
export function useReducer<S, A>(reduce: (state: S, action: A) => S, initial: S): [S, (action: A) => void];
