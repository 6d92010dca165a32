import { fireEvent, screen } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
import { profile, setNickname } from '@touchline/api/http/auth';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildUser } from '../testing/server.ts';
import { shellUnderTest } from '../testing/shell-under-test.tsx';
import { ALICE_ADDRESS, TestWallet } from '../testing/test-wallet.ts';
// Loaded in advance, so that tests do not wait for the compiler.
import './NicknameForm.tsx';

const page = shellUnderTest();
let stopAnnouncing: () => void;
beforeEach(() => {
  stopAnnouncing = new TestWallet().announce();
});
afterEach(() => stopAnnouncing());

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Nickname' });
const type = async (value: string) => fireEvent.change(await field(), { target: { value } });

/** Signs in and opens the wallet menu. Returns the nicknames that the server receives. */
async function open() {
  const received: unknown[] = [];
  const user = buildUser(ALICE_ADDRESS);
  page.server.responses = [
    fakeResponse(profile, () => ({ user })),
    fakeResponse(setNickname, ({ body }) => {
      const { nickname } = body as { nickname: string | null };
      received.push(nickname);
      if (nickname === 'ab')
        throw new TouchlineError('VALIDATION_FAILED', 'The request is not valid.', {
          details: [{ path: 'nickname', message: 'must have at least 3 characters' }],
        });
      if (nickname === 'Taken') throw new TouchlineError('NAME_TAKEN', 'Another player has this nickname.');
      user.nickname = nickname;
      return { user };
    }),
  ];
  page.open();
  await press('Browser wallet');
  await press(/^Wallet 0x.* signed in$/);
  return received;
}

async function save(nickname: string) {
  await type(nickname);
  await press('Save');
}

describe('nickname', () => {
  test('a saved nickname is that of the user, until an empty field removes it', async () => {
    const received = await open();
    await press('Choose a nickname');
    expect((await field()).value).toBe('');
    await save('Gaffer');
    await screen.findByRole('button', { name: 'Change nickname' });
    await expect.poll(() => document.activeElement?.textContent).toBe('Change nickname');
    await press('Change nickname');
    expect((await field()).value).toBe('Gaffer');
    await save('  ');
    expect(await screen.findByRole('button', { name: 'Choose a nickname' })).toBeTruthy();
    expect(received).toEqual(['Gaffer', null]);
  });

  test('"Cancel" discards the input and returns the focus to the button', async () => {
    const received = await open();
    await press('Choose a nickname');
    await type('Boss');
    await press('Cancel');
    await expect.poll(() => document.activeElement?.textContent).toBe('Choose a nickname');
    await press('Choose a nickname');
    expect((await field()).value).toBe('');
    expect(received).toEqual([]);
  });

  test.each([
    ['ab', 'The nickname must have at least 3 characters'],
    ['Taken', 'Another player has this nickname.'],
  ])('the rejected nickname %s stays in the form with its error, and can be changed', async (name, error) => {
    const received = await open();
    await press('Choose a nickname');
    await save(name);
    expect(await screen.findByText(error)).toBeTruthy();
    expect((await field()).value).toBe(name);
    await type('Gaffer');
    expect(screen.queryByText(error)).toBeNull();
    await press('Save');
    expect(await screen.findByRole('button', { name: 'Change nickname' })).toBeTruthy();
    expect(received).toEqual([name, 'Gaffer']);
  });

  test('while the server cannot be reached, the form keeps the nickname', async () => {
    await open();
    await press('Choose a nickname');
    page.server.fails.set('PUT /auth/nickname', new TouchlineError('NETWORK_ERROR', '', { status: 0 }));
    await save('Gaffer');
    expect(await screen.findByText(/^The server cannot be reached\./)).toBeTruthy();
    expect((await field()).value).toBe('Gaffer');
  });
});
