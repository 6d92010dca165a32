import type { Watched } from '@touchline/host/host';
import type { StoreApi } from 'zustand/vanilla';

/** Read-only view of a store, for components and remotes. */
export const toWatched = <T>({ getState, subscribe }: StoreApi<T>): Watched<T> => ({
  get: getState,
  subscribe,
});

/** A value computed from other watched values (`sources`). */
export function deriveWatched<T>(
  sources: readonly Watched<unknown>[],
  read: () => T,
  isEqual: (a: T, b: T) => boolean,
): Watched<T> {
  let last = read();
  return {
    get() {
      const next = read();
      // React would render in an endless loop if every read returned a new object.
      if (!isEqual(last, next)) last = next;
      return last;
    },
    subscribe(listener) {
      const unsubscribes = sources.map((source) => source.subscribe(listener));
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe();
      };
    },
  };
}
