import type { Notice } from '@touchline/host/host';
import { createStore } from 'zustand/vanilla';
import { toWatched } from './watched.ts';

type Notifications = typeof import('@touchline/ui/notifications');

/** A toast without an announcement. The caller announces it in a separate, polite live region. */
export interface QuietToast {
  title: string;
  lines: readonly string[];
}

interface ToastsState {
  /** The module with the component to render. Null until the first notice or `preload` has loaded it. */
  module: Notifications | null;
  /** The last notice that had to do without a toast, because the module could not be loaded. */
  plain: Notice | null;
}

export type Toasts = ReturnType<typeof createToasts>;

const COLOURS = { success: 'grass', error: 'danger', info: 'info' } as const;
const CLOSES_AFTER_MS = { success: 4_000, info: 5_000, error: 8_000 } as const;

const QUIET_CLOSES_AFTER_MS = 8_000;

/** Creates the toasts. Their code is loaded on demand, because most visits show none. */
export function createToasts(importModule = () => import('@touchline/ui/notifications')) {
  const store = createStore<ToastsState>(() => ({ module: null, plain: null }));
  /** Loads the module. It is rendered from then on. */
  const load = async () => {
    const module = await importModule();
    store.setState({ module });
    return module.notifications;
  };
  const showPlain = (notice: Notice) => {
    store.setState({ plain: notice });
    const close = () => store.setState(({ plain }) => (plain === notice ? { plain: null } : {}));
    setTimeout(close, CLOSES_AFTER_MS.error);
  };
  return {
    showQuiet({ title, lines }: QuietToast) {
      load().then(
        (notifications) =>
          notifications.show({
            title,
            message: lines.join('\n'),
            color: 'grass',
            autoClose: QUIET_CLOSES_AFTER_MS,
            role: 'group',
            style: { whiteSpace: 'pre-line' },
            closeButtonProps: { 'aria-label': 'Dismiss' },
          }),
        console.warn,
      );
    },
    /** Loads the code before the first notice, which may be about a lost connection. */
    preload: () => void load().catch(console.warn),
    state: toWatched(store),
    notify(notice: Notice) {
      const { kind, title, message } = notice;
      load().then(
        (notifications) =>
          notifications.show({
            ...(title ? { title } : {}),
            message,
            color: COLOURS[kind],
            autoClose: CLOSES_AFTER_MS[kind],
            closeButtonProps: { 'aria-label': 'Dismiss' },
          }),
        () => showPlain(notice),
      );
    },
  };
}
