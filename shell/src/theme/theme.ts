import type { Watched } from '@touchline/host/host';
import type { MantineColorSchemeManager } from '@touchline/ui/base';
import { cell } from '../watched.ts';

/** SHELL-06; the same key stands in public/theme.js. */
export const THEME_KEY = 'fantasy-football-theme';

export type Scheme = 'light' | 'dark';

/** The chosen scheme: stored, followed by other tabs, and told to Mantine through its own manager interface. */
export interface Theme extends Watched<Scheme> {
  toggle(): void;
  manager: MantineColorSchemeManager;
}

const asScheme = (text: string | null): Scheme => (text === 'light' ? 'light' : 'dark');

function stored(storage: Storage): Scheme {
  try {
    return asScheme(storage.getItem(THEME_KEY));
  } catch {
    return 'dark';
  }
}

export function createTheme(storage: Storage = localStorage): Theme {
  const scheme = cell<Scheme>(stored(storage));
  const choose = (next: Scheme) => {
    try {
      storage.setItem(THEME_KEY, next);
    } catch {
      // Storage is switched off: the choice lasts as long as the page.
    }
    scheme.set(next);
  };
  let stop = () => {};
  const manager: MantineColorSchemeManager = {
    get: () => scheme.get(),
    set: (value) => choose(asScheme(value)),
    subscribe(onUpdate) {
      const follow = (event: StorageEvent) => {
        if (event.key === THEME_KEY) scheme.set(asScheme(event.newValue));
      };
      window.addEventListener('storage', follow);
      const unwatch = scheme.subscribe(() => onUpdate(scheme.get()));
      stop = () => {
        window.removeEventListener('storage', follow);
        unwatch();
      };
    },
    unsubscribe: () => stop(),
    clear: () => storage.removeItem(THEME_KEY),
  };
  return {
    get: scheme.get,
    subscribe: scheme.subscribe,
    toggle: () => choose(scheme.get() === 'dark' ? 'light' : 'dark'),
    manager,
  };
}
