import type { Watched } from '@touchline/host/host';
import { createStore } from 'zustand/vanilla';
import { toWatched } from './watched.ts';

const KEY = 'touchline-moments';

/** Whether this browser tells about moments of one's players; on unless switched off. */
export interface MatchEventSetting extends Watched<boolean> {
  set(on: boolean): void;
}

/** Remembered; another tab of the browser follows with its next visit. */
export function createMatchEventSetting(storage: Storage): MatchEventSetting {
  const store = createStore<boolean>(() => storage.getItem(KEY) !== 'off');
  return {
    ...toWatched(store),
    set(on) {
      if (on) storage.removeItem(KEY);
      else storage.setItem(KEY, 'off');
      store.setState(on, true);
    },
  };
}
