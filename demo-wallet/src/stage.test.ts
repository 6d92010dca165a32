import { getByRole, queryByRole, within } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectDialog, sendDialog, signDialog } from './dialogs.ts';
import { PEOPLE } from './people.ts';
import { openStage, type Stage } from './stage.ts';

const ADDRESSES = PEOPLE.map((_, index) => `0x${String(index).repeat(40)}`);
const STATE = { approved: false, account: 1, elsewhere: false, forgetful: false };

let stage: Stage;

beforeEach(() => {
  stage = openStage();
});

afterEach(() => {
  stage.root.host.remove();
});

/** The wallet's own tree; queries see it as a page. */
const shown = () => stage.root as unknown as HTMLElement;
const dialogNamed = (name: string) =>
  expect.poll(() => queryByRole(shown(), 'dialog', { name })).not.toBeNull();
const press = (name: string) => getByRole<HTMLButtonElement>(shown(), 'button', { name }).click();

describe('dialogs', () => {
  test('connecting offers every account by name and answers with the chosen one', async () => {
    const answer = stage.ask(connectDialog(ADDRESSES, STATE));
    await dialogNamed('Connect to Touchline?');
    const accounts = within(shown()).getAllByRole<HTMLInputElement>('radio');
    expect(accounts.map((radio) => radio.closest('label')?.textContent)).toEqual(
      PEOPLE.map((name, index) => `${name}${ADDRESSES[index]?.slice(0, 6)}…${ADDRESSES[index]?.slice(-4)}`),
    );
    getByRole<HTMLInputElement>(shown(), 'radio', { name: /Gaffer \(admin\)/ }).click();
    press('Approve');
    expect(await answer).toEqual({ account: 0, elsewhere: false, forgetful: false });
    expect(queryByRole(shown(), 'dialog')).toBeNull();
  });

  test('a message is shown as it is, never as markup', async () => {
    const answer = stage.ask(
      signDialog('Nell Fairbank', { title: 'Sign this message?', text: '<b>line</b>\nnext' }),
    );
    await dialogNamed('Sign this message?');
    expect(getByRole(shown(), 'region', { name: 'Message' }).textContent).toBe('<b>line</b>\nnext');
    press('Reject');
    expect(await answer).toBe(false);
  });

  test('a transfer names amount and receiver', async () => {
    const recipient = `0x${'a'.repeat(40)}`;
    const answer = stage.ask(
      sendDialog('Nell Fairbank', { amount: '500 FOOTBALL', recipient, warning: null }),
    );
    await dialogNamed('Send 500 FOOTBALL?');
    expect(getByRole(shown(), 'dialog').textContent).toContain(recipient);
    press('Approve');
    expect(await answer).toBe(true);
  });

  test('a closed dialog answers nothing, and the next one waits for its turn', async () => {
    const first = stage.ask(signDialog('Nell Fairbank', { title: 'First', text: '1' }));
    const second = stage.ask(signDialog('Nell Fairbank', { title: 'Second', text: '2' }));
    await dialogNamed('First');
    expect(queryByRole(shown(), 'dialog', { name: 'Second' })).toBeNull();
    // What a browser does on Escape.
    getByRole<HTMLDialogElement>(shown(), 'dialog').close();
    expect(await first).toBeNull();
    await dialogNamed('Second');
    press('Approve');
    expect(await second).toBe(true);
  });

  test('it follows the theme of the page', async () => {
    const host = stage.root.host as HTMLElement;
    expect(host.dataset.theme).toBe('dark');
    document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
    await expect.poll(() => host.dataset.theme).toBe('light');
    document.documentElement.removeAttribute('data-mantine-color-scheme');
  });
});
