import type { Host, Watched } from '@touchline/host/host';
import { createStore } from 'zustand/vanilla';
import { watched } from './watched.ts';

type Notifications = typeof import('@touchline/ui/notifications');

export interface Toasts {
  notify: Host['notify'];
  /** The component to render, once the first notice has loaded its code. */
  loaded: Watched<Notifications | null>;
}

const COLOUR = { success: 'grass', error: 'danger', info: 'info' } as const;
const CLOSES_AFTER_MS = { success: 4_000, info: 5_000, error: 8_000 } as const;

/** Notices of remotes as toasts; most visits need none, so their code is loaded on demand. */
export function createToasts(): Toasts {
  const store = createStore<Notifications | null>(() => null);
  return {
    loaded: watched(store),
    notify({ kind, title, message }) {
      void import('@touchline/ui/notifications').then((module) => {
        store.setState(module, true);
        module.notifications.show({
          ...(title ? { title } : {}),
          message,
          color: COLOUR[kind],
          autoClose: CLOSES_AFTER_MS[kind],
          closeButtonProps: { 'aria-label': 'Dismiss' },
        });
      });
    },
  };
}
