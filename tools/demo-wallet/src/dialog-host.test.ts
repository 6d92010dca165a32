import { getByRole, queryByRole, within } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACCOUNT_NAMES } from './accounts.ts';
import { type DialogHost, openDialogHost } from './dialog-host.ts';
import { connectDialog, sendDialog, signDialog } from './dialogs.ts';
import { openRoot } from './root.ts';

const ADDRESSES = ACCOUNT_NAMES.map((_, index) => `0x${String(index).repeat(40)}`);
const STATE = { approved: false, account: 1, onWrongChain: false, hidesLocalChain: false };

let root: ShadowRoot;
let host: DialogHost;

beforeEach(() => {
  root = openRoot();
  host = openDialogHost(root);
});

afterEach(() => {
  root.host.remove();
});

/** Returns the shadow root, typed for queries. */
const container = () => root as unknown as HTMLElement;
const dialogNamed = (name: string) =>
  expect.poll(() => queryByRole(container(), 'dialog', { name })).not.toBeNull();
const press = (name: string) => getByRole<HTMLButtonElement>(container(), 'button', { name }).click();

describe('dialog host', () => {
  test('connect dialog offers every account and returns the chosen one', async () => {
    const result = host.prompt(connectDialog(ADDRESSES, STATE));
    await dialogNamed('Connect to Touchline?');
    const accounts = within(container()).getAllByRole<HTMLInputElement>('radio');
    expect(accounts.map((radio) => radio.closest('label')?.textContent)).toEqual(
      ACCOUNT_NAMES.map(
        (name, index) => `${name}${ADDRESSES[index]?.slice(0, 6)}…${ADDRESSES[index]?.slice(-4)}`,
      ),
    );
    getByRole<HTMLInputElement>(container(), 'radio', { name: /Gaffer \(admin\)/ }).click();
    press('Approve');
    expect(await result).toEqual({ account: 0, onWrongChain: false, hidesLocalChain: false });
    expect(queryByRole(container(), 'dialog')).toBeNull();
  });

  test('sign dialog shows the message as text, never as markup', async () => {
    const result = host.prompt(
      signDialog('Nell Fairbank', { title: 'Sign this message?', text: '<b>line</b>\nnext' }),
    );
    await dialogNamed('Sign this message?');
    expect(getByRole(container(), 'region', { name: 'Message' }).textContent).toBe('<b>line</b>\nnext');
    press('Reject');
    expect(await result).toBe(false);
  });

  test('send dialog shows the amount and the recipient', async () => {
    const recipient = `0x${'a'.repeat(40)}`;
    const result = host.prompt(
      sendDialog('Nell Fairbank', { amount: '500 FOOTBALL', recipient, warning: null }),
    );
    await dialogNamed('Send 500 FOOTBALL?');
    expect(getByRole(container(), 'dialog').textContent).toContain(recipient);
    press('Approve');
    expect(await result).toBe(true);
  });

  test('a closed dialog returns null, and the next dialog opens after it', async () => {
    const first = host.prompt(signDialog('Nell Fairbank', { title: 'First', text: '1' }));
    const second = host.prompt(signDialog('Nell Fairbank', { title: 'Second', text: '2' }));
    await dialogNamed('First');
    expect(queryByRole(container(), 'dialog', { name: 'Second' })).toBeNull();
    // Escape closes a dialog the same way.
    getByRole<HTMLDialogElement>(container(), 'dialog').close();
    expect(await first).toBeNull();
    await dialogNamed('Second');
    press('Approve');
    expect(await second).toBe(true);
  });

  test('the shadow root follows the theme of the page', async () => {
    const element = root.host as HTMLElement;
    expect(element.dataset.theme).toBe('dark');
    document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
    await expect.poll(() => element.dataset.theme).toBe('light');
    document.documentElement.removeAttribute('data-mantine-color-scheme');
  });
});
