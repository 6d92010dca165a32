import { nicknames } from '@touchline/api/http/nicknames';
import {
  gameResult,
  gameResultGameweek,
  RESULT_ENTRIES_PER_PAGE,
  type ResultDocument,
} from '@touchline/api/http/results';
import { createFakeHost } from '@touchline/host/testing/fake-host';
import { fakeId } from '@touchline/host/testing/fake-objects';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import { publishResult, type TestResult } from '@touchline/rules/testing/results';
import { vi } from 'vitest';
import { buildResultHashes } from '../results/check/result-hashes.ts';
import { openPage } from './open-page.tsx';

const RESULT_ID = fakeId(1, 3);
export const VAULT = `0x${'ab'.repeat(20)}`;
const CHAIN_ID = 480;
const TOKEN = { address: `0x${'d'.repeat(40)}`, symbol: 'FOOTBALL', decimals: 18 };

/** A published result and the root on the chain; tests change both. */
export interface Published {
  result: TestResult;
  rootOnChain: string;
}

/** Publishes the result of a game with 60 entries. */
export async function publish(): Promise<Published> {
  const hashes = buildResultHashes(
    { chain_id: CHAIN_ID, vault: VAULT, game: { id: RESULT_ID } as ResultDocument['game'] },
    async () => {},
  );
  const result = await publishResult(60, { id: RESULT_ID, eligibility: 'ALL' }, hashes);
  return { result, rootOnChain: result.document.root! };
}

const nameTeam = ({ ordinal }: { ordinal: number }) => ({
  participation_id: fakeId(2, ordinal),
  team_name: `Team ${ordinal}`,
});

const sortByRank = (entries: TestResult['entries']) =>
  entries.toSorted(
    (a, b) =>
      (a.rank ?? Number.POSITIVE_INFINITY) - (b.rank ?? Number.POSITIVE_INFINITY) || a.ordinal - b.ordinal,
  );

/** Responds to a request for entries, or to one of the chain. */
export async function respond(
  { result, rootOnChain }: Published,
  input: string,
  init?: RequestInit,
): Promise<Response> {
  if (init?.method !== 'POST') {
    const query = new URL(input, 'http://localhost').searchParams;
    const after = Number(query.get('cursor') ?? 0);
    const entries = query.get('sort_by') === 'rank' ? sortByRank(result.entries) : result.entries;
    const page = entries.slice(after, after + RESULT_ENTRIES_PER_PAGE);
    return new Response(page.map((entry) => JSON.stringify({ ...entry, ...nameTeam(entry) })).join('\n'));
  }
  const { method } = JSON.parse(String(init.body)) as { method: string };
  const settlement = `0x${TOKEN.address.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}${rootOnChain.slice(2)}`;
  return Response.json({ result: method === 'eth_chainId' ? `0x${CHAIN_ID.toString(16)}` : settlement });
}

export function buildDocument({ result }: Published, changes: Partial<ResultDocument> = {}): ResultDocument {
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

/** Opens the page of a result. Its winner has the nickname "Top Scorer". Stubs `fetch`. */
export function openResult(published: Published, changes: Partial<ResultDocument> = {}) {
  const { result } = published;
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => respond(published, input, init));
  const responses = [
    fakeResponse(gameResult, () => buildDocument(published, changes)),
    fakeResponse(
      gameResultGameweek,
      ({ params }) => result.gameweeks.find(({ gameweek }) => String(gameweek) === params.gameweek) as never,
    ),
    fakeResponse(nicknames, {
      nicknames: { [result.entries.find(({ rank }) => rank === 1)!.wallet_address]: 'Top Scorer' },
    }),
  ];
  openPage(createFakeHost({ responses }), `/results/${RESULT_ID}`);
}
