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

/** The shadow root, typed for queries. */
const shown = () => root as unknown as HTMLElement;
const dialogNamed = (name: string) =>
  expect.poll(() => queryByRole(shown(), 'dialog', { name })).not.toBeNull();
const press = (name: string) => getByRole<HTMLButtonElement>(shown(), 'button', { name }).click();

describe('dialogs', () => {
  test('connecting offers every account and returns the chosen one', async () => {
    const answer = host.ask(connectDialog(ADDRESSES, STATE));
    await dialogNamed('Connect to Touchline?');
    const accounts = within(shown()).getAllByRole<HTMLInputElement>('radio');
    expect(accounts.map((radio) => radio.closest('label')?.textContent)).toEqual(
      ACCOUNT_NAMES.map(
        (name, index) => `${name}${ADDRESSES[index]?.slice(0, 6)}…${ADDRESSES[index]?.slice(-4)}`,
      ),
    );
    getByRole<HTMLInputElement>(shown(), 'radio', { name: /Gaffer \(admin\)/ }).click();
    press('Approve');
    expect(await answer).toEqual({ account: 0, onWrongChain: false, hidesLocalChain: false });
    expect(queryByRole(shown(), 'dialog')).toBeNull();
  });

  test('shows a message as text, never as markup', async () => {
    const answer = host.ask(
      signDialog('Nell Fairbank', { title: 'Sign this message?', text: '<b>line</b>\nnext' }),
    );
    await dialogNamed('Sign this message?');
    expect(getByRole(shown(), 'region', { name: 'Message' }).textContent).toBe('<b>line</b>\nnext');
    press('Reject');
    expect(await answer).toBe(false);
  });

  test('shows amount and recipient of a transfer', async () => {
    const recipient = `0x${'a'.repeat(40)}`;
    const answer = host.ask(
      sendDialog('Nell Fairbank', { amount: '500 FOOTBALL', recipient, warning: null }),
    );
    await dialogNamed('Send 500 FOOTBALL?');
    expect(getByRole(shown(), 'dialog').textContent).toContain(recipient);
    press('Approve');
    expect(await answer).toBe(true);
  });

  test('a closed dialog returns null, and the next one waits for its turn', async () => {
    const first = host.ask(signDialog('Nell Fairbank', { title: 'First', text: '1' }));
    const second = host.ask(signDialog('Nell Fairbank', { title: 'Second', text: '2' }));
    await dialogNamed('First');
    expect(queryByRole(shown(), 'dialog', { name: 'Second' })).toBeNull();
    // What a browser does on Escape.
    getByRole<HTMLDialogElement>(shown(), 'dialog').close();
    expect(await first).toBeNull();
    await dialogNamed('Second');
    press('Approve');
    expect(await second).toBe(true);
  });

  test('follows the theme of the page', async () => {
    const element = root.host as HTMLElement;
    expect(element.dataset.theme).toBe('dark');
    document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
    await expect.poll(() => element.dataset.theme).toBe('light');
    document.documentElement.removeAttribute('data-mantine-color-scheme');
  });
});
