import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  buildDocument,
  openResult,
  type Published,
  publish,
  respond,
  VAULT,
} from '../testing/open-result.tsx';

let published: Published;

beforeEach(async () => {
  published = await publish();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const DIFFERENT = 'The root on the chain does not match.';
const check = async () => fireEvent.click(await screen.findByRole('button', { name: 'Check this result' }));

describe('check of a result', () => {
  it('a correct result equals the chain', async () => {
    openResult(published);
    await check();
    expect(await screen.findByText('Points, ranks and amounts of all 60 entries are correct.')).toBeTruthy();
    expect(screen.getByText('The root on the chain matches.')).toBeTruthy();
  });

  it('a tampered result names the entry that differs', async () => {
    const entry = published.result.entries[11]!;
    const [first, ...rest] = entry.gameweeks;
    entry.gameweeks = [{ ...first!, points: 999 }, ...rest];
    openResult(published);
    await check();
    expect(await screen.findByText(/The first entry that differs is Team 12 \(number 12\)/)).toBeTruthy();
    expect(screen.getByText(/Entry 12, gameweeks\.5\.points: published 999, computed \d+/)).toBeTruthy();
  });

  it.each([
    [59, '1 entry was confirmed after a lock root, which therefore proves nothing about it.'],
    [58, '2 entries were confirmed after a lock root, which therefore proves nothing about them.'],
  ])(
    'entries of a paid game beyond the first %d of a lock root are counted and contradict nothing',
    async (entries, text) => {
      const [first, ...others] = buildDocument(published).lock_roots;
      openResult(published, { lock_roots: [{ ...first!, entries }, ...others] });
      await check();
      expect(await screen.findByText(text)).toBeTruthy();
      expect(screen.getByText('Points, ranks and amounts of all 60 entries are correct.')).toBeTruthy();
    },
  );

  it('a tampered podium is found', async () => {
    const [first, ...rest] = buildDocument(published).podium;
    openResult(published, { podium: [{ ...first!, wallet_address: VAULT }, ...rest] });
    await check();
    expect(await screen.findByText('1 difference found.')).toBeTruthy();
    expect(screen.getByText(new RegExp(`Result, podium\\.0: published rank 1, ${VAULT}`))).toBeTruthy();
  });

  it.each([
    ['entry fee', 'game.entry_fee', 'free', 'an amount of tokens'],
    ['vault', 'vault', '0xvault', 'an address'],
  ])(
    'a text that is no %s is the difference, and the chain is not called equal',
    async (_, field, text, format) => {
      const { game } = buildDocument(published);
      openResult(published, field === 'vault' ? { vault: text } : { game: { ...game, entry_fee: text } });
      await check();
      expect(await screen.findByText('1 difference found.')).toBeTruthy();
      expect(screen.getByText(`Result, ${field}: published ${text}, computed ${format}`)).toBeTruthy();
      expect(screen.getByText(DIFFERENT)).toBeTruthy();
    },
  );

  it('a wallet that is no address is a difference of its entry', async () => {
    const winner = published.result.entries.find(({ leaf }) => leaf === 4)!;
    winner.wallet_address = 'wallet';
    openResult(published);
    await check();
    const text = `Entry ${winner.ordinal}, wallet_address: published wallet, computed an address`;
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('a result of other rules is neither correct nor different', async () => {
    published.result.entries[0]!.gross += 1;
    openResult(published, { rules_version: '2' });
    await check();
    const text = await screen.findByText(/^This result was computed with version 2 of the rules;/);
    const status = text.closest('[role=status]')!;
    expect(status.textContent).not.toMatch(/difference|correct|did not load/);
    expect(status.querySelector('[data-tone]')).toBeNull();
  });

  const NOT_FUNDED = { state: 'SETTLED', funding: null } as const;
  const OTHER_ROOT = `0x${'5'.repeat(64)}`;
  const NO_ROOT = `0x${'0'.repeat(64)}`;
  it.each([
    ['another root', OTHER_ROOT, {}, DIFFERENT],
    ['no root although the result is funded', NO_ROOT, {}, DIFFERENT],
    ['another root although the result is not funded', OTHER_ROOT, NOT_FUNDED, DIFFERENT],
    [
      'no root before the funding',
      NO_ROOT,
      NOT_FUNDED,
      'The prizes are not funded yet, so the chain has no root.',
    ],
  ])('the check reports a chain with %s', async (_, root, changes, text) => {
    published.rootOnChain = root;
    openResult(published, changes);
    await check();
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('the root is compared after unclaimed prizes were taken back', async () => {
    openResult(published, { ...NOT_FUNDED, reclaimed: true });
    await check();
    expect(await screen.findByText('The root on the chain matches.')).toBeTruthy();
  });

  it('a check whose data does not load says that the prizes are safe, and can be repeated', async () => {
    openResult(published);
    await screen.findByRole('list', { name: 'Podium' });
    vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
    await check();
    expect(await screen.findByText(/did not load\. The result and its prizes are safe\./)).toBeTruthy();
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) => respond(published, input, init));
    await check();
    expect(await screen.findByText('Points, ranks and amounts of all 60 entries are correct.')).toBeTruthy();
  });

  it('a chain that does not respond is reported, and points and ranks are still checked', async () => {
    openResult(published);
    await screen.findByRole('list', { name: 'Podium' });
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
      init?.method === 'POST' ? new Response('busy', { status: 429 }) : respond(published, input, init),
    );
    await check();
    expect(await screen.findByText('Points, ranks and amounts of all 60 entries are correct.')).toBeTruthy();
    expect(screen.getByText(/^The chain did not respond/)).toBeTruthy();
  });
});
