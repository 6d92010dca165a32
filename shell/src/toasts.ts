import type { Host, Watched } from '@touchline/host/host';
import { createStore } from 'zustand/vanilla';
import { toWatched } from './watched.ts';

type Notifications = typeof import('@touchline/ui/notifications');

/** A toast without an announcement. The caller announces it in a separate, polite live region. */
export interface QuietToast {
  title: string;
  lines: readonly string[];
}

export interface Toasts {
  notify: Host['notify'];
  showQuiet(toast: QuietToast): void;
  /** The module with the component to render. Null until the first notice has loaded it. */
  loaded: Watched<Notifications | null>;
}

const COLOURS = { success: 'grass', error: 'danger', info: 'info' } as const;
const CLOSES_AFTER_MS = { success: 4_000, info: 5_000, error: 8_000 } as const;

const QUIET_CLOSES_AFTER_MS = 8_000;

/** Creates the toasts. Their code is loaded on demand, because most visits show none. */
export function createToasts(): Toasts {
  const store = createStore<Notifications | null>(() => null);
  /** Loads the module. It is rendered from then on. */
  const load = async () => {
    const module = await import('@touchline/ui/notifications');
    store.setState(module, true);
    return module.notifications;
  };
  return {
    async showQuiet({ title, lines }) {
      const notifications = await load();
      notifications.show({
        title,
        message: lines.join('\n'),
        color: 'grass',
        autoClose: QUIET_CLOSES_AFTER_MS,
        role: 'group',
        style: { whiteSpace: 'pre-line' },
        closeButtonProps: { 'aria-label': 'Dismiss' },
      });
    },
    loaded: toWatched(store),
    notify({ kind, title, message }) {
      void load().then((notifications) => {
        notifications.show({
          ...(title ? { title } : {}),
          message,
          color: COLOURS[kind],
          autoClose: CLOSES_AFTER_MS[kind],
          closeButtonProps: { 'aria-label': 'Dismiss' },
        });
      });
    },
  };
}
