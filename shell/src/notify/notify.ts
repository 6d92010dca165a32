import type { Host, Notice } from '@touchline/host/host';
import { cell } from '../watched.ts';

const COLOUR = { success: 'grass', error: 'danger', info: 'info' } as const;
const STAYS_MS = { success: 4_000, info: 5_000, error: 8_000 } as const;

/** The place where toasts appear, once there has been one: nobody pays for toasts before. */
export const toasts = cell<typeof import('@touchline/ui/notifications') | null>(null);

/** Tells the user something in passing. */
export function createNotify(): Host['notify'] {
  return ({ kind, title, message }: Notice) => {
    void import('@touchline/ui/notifications').then((module) => {
      toasts.set(module);
      module.notifications.show({
        ...(title ? { title } : {}),
        message,
        color: COLOUR[kind],
        autoClose: STAYS_MS[kind],
        closeButtonProps: { 'aria-label': 'Dismiss' },
      });
    });
  };
}
