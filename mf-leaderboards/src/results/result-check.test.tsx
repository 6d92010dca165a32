import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { TouchlineError } from '@touchline/api/errors';
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

/** Answers the requests for entries, and those of the chain. */
async function answer(input: string, init?: RequestInit): Promise<Response> {
  if (init?.method !== 'POST') {
    const lines = result.entries.map((entry) =>
      JSON.stringify({
        ...entry,
        participation_id: fakeId(2, entry.ordinal),
        team_name: `Team ${entry.ordinal}`,
      }),
    );
    return new Response(input.includes('cursor') ? '' : lines.join('\n'));
  }
  const { method } = JSON.parse(String(init.body)) as { method: string };
  const settlement = `0x${TOKEN.address.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}${rootOnChain.slice(2)}`;
  return Response.json({ result: method === 'eth_chainId' ? `0x${CHAIN_ID.toString(16)}` : settlement });
}

function buildDocument(): ResultDocument {
  const { document } = result;
  return {
    ...(document as unknown as ResultDocument),
    format: 1,
    game: { ...document.game, name: 'Gameweek 3', game_type: 'WEEKLY', season_id: '2026' },
    plan: { ...(document.plan as ResultDocument['plan']), token: TOKEN, min_entries: 2 },
    settled_at: '2026-09-20T12:00:00.000Z',
    chain_id: CHAIN_ID,
    vault: VAULT,
    state: 'FUNDED',
    funding: { transaction_hash: `0x${'1'.repeat(64)}`, claims_open_at: '2026-09-21T12:00:00.000Z' },
  };
}

function openResult() {
  vi.stubGlobal('fetch', vi.fn(answer));
  const responses = [
    fakeResponse(gameResult, () => buildDocument()),
    fakeResponse(
      gameResultGameweek,
      ({ params }) => result.gameweeks.find(({ gameweek }) => String(gameweek) === params.gameweek) as never,
    ),
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
    expect(screen.getByText('Being paid')).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Full list' }).querySelectorAll('tbody tr')).toHaveLength(50);
  });

  it('a correct result equals the chain', async () => {
    openResult();
    await check();
    expect(await screen.findByText('Points, ranks and amounts of all 60 entries are correct.')).toBeTruthy();
    expect(screen.getByText('The root on the chain is equal.')).toBeTruthy();
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

  it('another root on the chain is found', async () => {
    rootOnChain = `0x${'5'.repeat(64)}`;
    openResult();
    await check();
    expect(await screen.findByText('The root on the chain is different.')).toBeTruthy();
  });

  it('a game that is not settled leads to its rankings', async () => {
    const missing = fakeResponse(gameResult, () => {
      throw new TouchlineError('NOT_FOUND', 'not settled');
    });
    openPage(createFakeHost({ responses: [missing] }), `/results/${ID}`);
    fireEvent.click(await screen.findByRole('button', { name: 'See the rankings' }));
    await waitFor(() => expect(screen.getByTestId('url').textContent).toBe(`/rankings?game=${ID}`));
  });
});
