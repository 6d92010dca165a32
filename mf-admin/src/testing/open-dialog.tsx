import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { openTab } from './open-admin.tsx';

export const dialog = () => within(screen.getByRole('dialog'));
export const press = (name: string) => fireEvent.click(dialog().getByRole('button', { name }));
export const field = (label: string) => dialog().getByLabelText<HTMLInputElement>(label);
export const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
export const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
/** The keys of the form's inputs, in order. */
export const inputs = () =>
  [...screen.getByRole('dialog').querySelectorAll<HTMLElement>('[data-field]')].map(
    (one) => one.dataset.field,
  );

/** Presses a row's button, in a tab if one is named, and waits for the record. */
export async function open(button: RegExp, title: string, tab?: string) {
  if (tab) await openTab(tab);
  fireEvent.click(await screen.findByRole('button', { name: button }));
  await screen.findByRole('dialog', { name: title });
  await waitFor(() => expect(dialog().queryByRole('status')).toBeNull());
}
