import type { Watched } from '@touchline/host/host';
import type { MantineColorSchemeManager } from '@touchline/ui/base';
import { COLOR_SCHEME_KEY } from '@touchline/ui/TouchlineTheme';
import { createStore } from 'zustand/vanilla';
import { tryStore } from './storage.ts';
import { toWatched } from './watched.ts';

export type Scheme = 'light' | 'dark';

/** The selected colour scheme. It is stored, shared with other tabs and connected to Mantine through `manager`. */
export interface Theme extends Watched<Scheme> {
  toggle(): void;
  manager: MantineColorSchemeManager;
}

/** Colours of the browser's bars: `--tl-ground` of packages/ui. */
const BAR_COLOURS: Readonly<Record<Scheme, string>> = { dark: '#0b0f14', light: '#f5f7fa' };

const parseScheme = (text: string | null): Scheme => (text === 'light' ? 'light' : 'dark');

function readStored(): Scheme {
  try {
    return parseScheme(localStorage.getItem(COLOR_SCHEME_KEY));
  } catch {
    return 'dark';
  }
}

const colourBars = (scheme: Scheme) =>
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[scheme]);

export function createTheme(): Theme {
  const scheme = createStore<Scheme>(() => readStored());
  const { getState: get, setState: set, subscribe } = scheme;
  colourBars(get());
  subscribe(colourBars);
  const save = (next: Scheme) => {
    tryStore(localStorage, COLOR_SCHEME_KEY, next);
    set(next);
  };
  let stop = () => {};
  const manager: MantineColorSchemeManager = {
    get,
    set: (value) => save(parseScheme(value)),
    subscribe(onUpdate) {
      const follow = (event: StorageEvent) => {
        if (event.key === COLOR_SCHEME_KEY) set(parseScheme(event.newValue));
      };
      window.addEventListener('storage', follow);
      const unsubscribe = subscribe(() => onUpdate(get()));
      stop = () => {
        window.removeEventListener('storage', follow);
        unsubscribe();
      };
    },
    unsubscribe: () => stop(),
    clear: () => localStorage.removeItem(COLOR_SCHEME_KEY),
  };
  return { ...toWatched(scheme), toggle: () => save(get() === 'dark' ? 'light' : 'dark'), manager };
}
