import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { nicknames } from '@touchline/api/http/nicknames';
import { gameResult, gameResultGameweek, type ResultDocument } from '@touchline/api/http/results';
import { createFakeHost } from '@touchline/host/testing/fake-host';
import { fakeId } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { publishResult, type TestResult } from '@touchline/rules/testing/results';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../testing/open-page.tsx';
import { buildResultHashes } from './check/result-hashes.ts';

const ID = fakeId(1, 3);
const CHAIN_ID = 480;
const VAULT = `0x${'ab'.repeat(20)}`;
const TOKEN = { address: `0x${'d'.repeat(40)}`, symbol: 'FOOTBALL', decimals: 18 };

let result: TestResult;
let rootOnChain: string;

beforeEach(async () => {
  const hashes = buildResultHashes(
    { chain_id: CHAIN_ID, vault: VAULT, game: { id: ID } as ResultDocument['game'] },
    async () => {},
  );
  result = await publishResult(60, { id: ID, eligibility: 'ALL' }, hashes);
  rootOnChain = result.document.root!;
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const nameTeam = ({ ordinal }: { ordinal: number }) => ({
  participation_id: fakeId(2, ordinal),
  team_name: `Team ${ordinal}`,
});

/** Responds to the requests for entries, and to those of the chain. */
async function respond(input: string, init?: RequestInit): Promise<Response> {
  if (init?.method !== 'POST') {
    const lines = result.entries.map((entry) => JSON.stringify({ ...entry, ...nameTeam(entry) }));
    return new Response(input.includes('cursor') ? '' : lines.join('\n'));
  }
  const { method } = JSON.parse(String(init.body)) as { method: string };
  const settlement = `0x${TOKEN.address.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}${rootOnChain.slice(2)}`;
  return Response.json({ result: method === 'eth_chainId' ? `0x${CHAIN_ID.toString(16)}` : settlement });
}

function buildDocument(changes: Partial<ResultDocument> = {}): ResultDocument {
  const { document } = result;
  return {
    ...(document as unknown as ResultDocument),
    format: 1,
    game: { ...document.game, name: 'Gameweek 3', game_type: 'WEEKLY', season_id: '2026' },
    plan: { ...(document.plan as ResultDocument['plan']), token: TOKEN, min_entries: 2 },
    settled_at: '2026-09-20T12:00:00.000Z',
    chain_id: CHAIN_ID,
    vault: VAULT,
    prizes_paid: 3,
    reclaimed: false,
    podium: document.podium.map((winner, leaf) => ({
      ...winner,
      ...nameTeam(result.entries.find((entry) => entry.leaf === leaf)!),
      state: 'DUE',
      transaction_hash: null,
    })),
    state: 'FUNDED',
    funding: { transaction_hash: `0x${'1'.repeat(64)}`, claims_open_at: '2026-09-21T12:00:00.000Z' },
    ...changes,
  };
}

function openResult(changes: Partial<ResultDocument> = {}) {
  vi.stubGlobal('fetch', vi.fn(respond));
  const responses = [
    fakeResponse(gameResult, () => buildDocument(changes)),
    fakeResponse(
      gameResultGameweek,
      ({ params }) => result.gameweeks.find(({ gameweek }) => String(gameweek) === params.gameweek) as never,
    ),
    fakeResponse(nicknames, {
      nicknames: { [result.entries.find(({ rank }) => rank === 1)!.wallet_address]: 'Top Scorer' },
    }),
  ];
  openPage(createFakeHost({ responses }), `/results/${ID}`);
}

const check = async () => fireEvent.click(await screen.findByRole('button', { name: 'Check this result' }));

describe('result of a game', () => {
  it('the page shows podium, prizes, plan and all entries', async () => {
    openResult();
    expect(await screen.findByRole('heading', { name: 'Gameweek 3' })).toBeTruthy();
    expect((await screen.findByRole('list', { name: 'Podium' })).children).toHaveLength(3);
    expect(screen.getByRole('table', { name: 'Prizes' })).toBeTruthy();
    expect(screen.getByText(result.document.root!)).toBeTruthy();
    expect(screen.getByText('3 of 12 prizes paid')).toBeTruthy();
    const list = await screen.findByRole('table', { name: 'Full list' });
    expect(list.querySelectorAll('tbody tr')).toHaveLength(50);
    expect(list.closest<HTMLElement>('[role=region]')?.tabIndex).toBe(0);
    expect(await within(list).findByText(/^Top Scorer/)).toBeTruthy();
  });

  it('a correct result equals the chain', async () => {
    openResult();
    await check();
    expect(await screen.findByText('Points, ranks and amounts of all 60 entries are correct.')).toBeTruthy();
    expect(screen.getByText('The root on the chain matches.')).toBeTruthy();
  });

  it('a tampered result names the entry that differs', async () => {
    const entry = result.entries[11]!;
    const [first, ...rest] = entry.gameweeks;
    entry.gameweeks = [{ ...first!, points: 999 }, ...rest];
    openResult();
    await check();
    expect(await screen.findByText(/The first entry that differs is Team 12 \(number 12\)/)).toBeTruthy();
    expect(screen.getByText(/Entry 12, gameweeks\.5\.points: published 999, computed \d+/)).toBeTruthy();
  });

  it('a tampered podium is found', async () => {
    const [first, ...rest] = buildDocument().podium;
    openResult({ podium: [{ ...first!, wallet_address: VAULT }, ...rest] });
    await check();
    expect(await screen.findByText('1 difference found.')).toBeTruthy();
    expect(screen.getByText(new RegExp(`Result, podium\\.0: published rank 1, ${VAULT}`))).toBeTruthy();
  });

  it('a result of other rules is neither correct nor different', async () => {
    result.entries[0]!.gross += 1;
    openResult({ rules_version: '2' });
    await check();
    const text = await screen.findByText(/^This result was computed with version 2 of the rules;/);
    const status = text.closest('[role=status]')!;
    expect(status.textContent).not.toMatch(/difference|correct|did not load/);
    expect(status.querySelector('[data-tone]')).toBeNull();
  });

  const NOT_FUNDED = { state: 'SETTLED', funding: null } as const;
  const OTHER_ROOT = `0x${'5'.repeat(64)}`;
  const NO_ROOT = `0x${'0'.repeat(64)}`;
  const DIFFERENT = 'The root on the chain does not match.';
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
    rootOnChain = root;
    openResult(changes);
    await check();
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('the root is compared after unclaimed prizes were taken back', async () => {
    openResult({ ...NOT_FUNDED, reclaimed: true });
    await check();
    expect(await screen.findByText('The root on the chain matches.')).toBeTruthy();
  });

  it.each([
    [{ state: 'SETTLED', funding: null }, 'Waiting for funding', /^The result is final\./],
    [
      { state: 'SETTLED', funding: null, reclaimed: true },
      'Unclaimed prizes still owed',
      /went back to the treasury\. They are still owed/,
    ],
    [{ state: 'PAID' }, 'Paid', /^All \d+ prizes are paid/],
    [
      { funding: { transaction_hash: '0x1', claims_open_at: '2099-09-21T12:00:00.000Z' } },
      '3 of 12 prizes paid',
      /^The prize vault holds all prizes\. It pays from/,
    ],
    [{ state: 'PAID', prizes: 1, prizes_paid: 1 }, 'Paid', "The prize is paid to the winner's wallet."],
    [
      { prizes: 12, prizes_paid: 11, reclaimed: true },
      'Unclaimed prizes still owed',
      /^1 prize stayed .* It is still owed to the winner: contact support\.$/,
    ],
    [
      {
        prizes: 4,
        prizes_paid: 3,
        funding: { transaction_hash: '0x1', claims_open_at: '2026-08-01T12:00:00.000Z' },
      },
      '3 of 4 prizes paid',
      '3 of 4 prizes paid. The vault holds the remaining one; its winner can claim it in My Teams.',
    ],
    [
      {
        prizes: 4,
        prizes_paid: 0,
        funding: { transaction_hash: '0x1', claims_open_at: '2026-08-01T12:00:00.000Z' },
      },
      '0 of 4 prizes paid',
      'The vault holds all prizes; their winners can claim them in My Teams.',
    ],
    [
      {
        prizes: 1,
        prizes_paid: 0,
        funding: { transaction_hash: '0x1', claims_open_at: '2026-08-01T12:00:00.000Z' },
      },
      '0 of 1 prize paid',
      'The vault holds the prize; its winner can claim it in My Teams.',
    ],
    [{ prizes: 0 }, 'No prizes', /^This game pays no prizes\./],
  ] as const)('payment %j is shown as %s', async (changes, badge, note) => {
    openResult(changes);
    expect(await screen.findByText(badge)).toBeTruthy();
    expect(screen.getByText(note, { selector: '[role=status]' })).toBeTruthy();
  });

  it('a game with more entries than a page shows its podium and leads to the rankings', async () => {
    openResult({ entries: 1_001 });
    expect((await screen.findByRole('list', { name: 'Podium' })).children).toHaveLength(3);
    expect(screen.getByText('The rankings have all 1,001 entries.')).toBeTruthy();
  });

  it('a check whose data does not load says that the prizes are safe, and can be repeated', async () => {
    openResult();
    await screen.findByRole('list', { name: 'Podium' });
    vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
    await check();
    expect(await screen.findByText(/did not load\. The result and its prizes are safe\./)).toBeTruthy();
    vi.stubGlobal('fetch', respond);
    await check();
    expect(await screen.findByText('Points, ranks and amounts of all 60 entries are correct.')).toBeTruthy();
  });

  it('a chain that does not respond is reported, and points and ranks are still checked', async () => {
    openResult();
    await screen.findByRole('list', { name: 'Podium' });
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
      init?.method === 'POST' ? new Response('busy', { status: 429 }) : respond(input, init),
    );
    await check();
    expect(await screen.findByText('Points, ranks and amounts of all 60 entries are correct.')).toBeTruthy();
    expect(screen.getByText(/^The chain did not respond/)).toBeTruthy();
  });
});
