import type { Watched } from '@touchline/host/host';

/** A value with listeners: what the shell's framework-free parts offer to the screen. */
export interface Cell<T> extends Watched<T> {
  /** Sets it; listeners hear only of real changes (by identity). */
  set(value: T): void;
}

export function cell<T>(first: T): Cell<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A value computed from others; `sources` are what it reads. */
export function derived<T>(
  sources: readonly Watched<unknown>[],
  read: () => T,
  same: (a: T, b: T) => boolean,
): Watched<T> {
  let last = read();
  return {
    get() {
      const next = read();
      // The same object as long as nothing changed, or React would render for ever.
      if (!same(last, next)) last = next;
      return last;
    },
    subscribe(listener) {
      const stops = sources.map((source) => source.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
