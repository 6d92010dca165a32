import type { Watched } from '@touchline/host/host';
import { localStorageColorSchemeManager, type MantineColorSchemeManager } from '@touchline/ui/base';
import { COLOR_SCHEME_KEY } from '@touchline/ui/TouchlineTheme';
import { createStore } from 'zustand/vanilla';
import { toWatched } from './watched.ts';

export type Scheme = 'light' | 'dark';

/** The selected colour scheme. It is stored, shared with other tabs and connected to Mantine through `manager`. */
export interface Theme extends Watched<Scheme> {
  toggle(): void;
  manager: MantineColorSchemeManager;
}

/** Colours of the browser's bars: `--tl-ground` of packages/ui. */
const BAR_COLOURS: Readonly<Record<Scheme, string>> = { dark: '#0b0f14', light: '#f5f7fa' };

const parseScheme = (text: string): Scheme => (text === 'light' ? 'light' : 'dark');

const colourBars = (scheme: Scheme) =>
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[scheme]);

export function createTheme(): Theme {
  const stored = localStorageColorSchemeManager({ key: COLOR_SCHEME_KEY });
  const scheme = createStore<Scheme>(() => parseScheme(stored.get('dark')));
  const { getState: get, setState: set, subscribe } = scheme;
  colourBars(get());
  subscribe(colourBars);
  const save = (next: Scheme) => {
    stored.set(next);
    set(next);
  };
  let stop = () => {};
  const manager: MantineColorSchemeManager = {
    ...stored,
    get,
    set: (value) => save(parseScheme(value)),
    subscribe(onUpdate) {
      // Changes in other tabs.
      stored.subscribe((value) => set(parseScheme(value)));
      stop = subscribe(() => onUpdate(get()));
    },
    unsubscribe() {
      stored.unsubscribe();
      stop();
    },
  };
  return { ...toWatched(scheme), toggle: () => save(get() === 'dark' ? 'light' : 'dark'), manager };
}
