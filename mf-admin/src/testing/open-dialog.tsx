import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { openTab } from './open-admin.tsx';

export const dialog = () => within(screen.getByRole('dialog'));
export const press = (name: string) => fireEvent.click(dialog().getByRole('button', { name }));
export const field = (label: string) => dialog().getByLabelText<HTMLInputElement>(label);
export const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
export const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
/** Keys of the form's inputs, in order. */
export const listInputs = () =>
  [...screen.getByRole('dialog').querySelectorAll<HTMLElement>('[data-field]')].map(
    (input) => input.dataset.field,
  );

/** Clicks the button of a row, in `tab` if given, and waits until the record is loaded. */
export async function openRecord(button: RegExp, title: string, tab?: string) {
  if (tab) await openTab(tab);
  fireEvent.click(await screen.findByRole('button', { name: button }));
  await screen.findByRole('dialog', { name: title });
  await waitFor(() => expect(dialog().queryByRole('status', { name: /^Loading/ })).toBeNull());
}
