import { createStore } from 'zustand/vanilla';
import { tryStore } from './storage.ts';
import { toWatched } from './watched.ts';

const KEY = 'touchline-moments';

/** Setting: notifications about match events of the user's players. On by default. */
export type MatchEventSetting = ReturnType<typeof createMatchEventSetting>;

/** Creates the setting, which is stored. Other open tabs apply a change at their next page load. */
export function createMatchEventSetting(storage: Storage) {
  const store = createStore<boolean>(() => storage.getItem(KEY) !== 'off');
  return {
    ...toWatched(store),
    set(on: boolean) {
      if (on) storage.removeItem(KEY);
      else tryStore(storage, KEY, 'off');
      store.setState(on, true);
    },
  };
}
