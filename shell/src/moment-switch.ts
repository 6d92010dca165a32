import type { Watched } from '@touchline/host/host';
import { createStore } from 'zustand/vanilla';
import { watched } from './watched.ts';

const KEY = 'touchline-moments';

/** Whether this browser tells about moments of one's players; on unless switched off. */
export interface MomentSwitch extends Watched<boolean> {
  set(on: boolean): void;
}

/** Remembered; another tab of the browser follows with its next visit. */
export function createMomentSwitch(storage: Storage): MomentSwitch {
  const store = createStore<boolean>(() => storage.getItem(KEY) !== 'off');
  return {
    ...watched(store),
    set(on) {
      if (on) storage.removeItem(KEY);
      else storage.setItem(KEY, 'off');
      store.setState(on, true);
    },
  };
}
