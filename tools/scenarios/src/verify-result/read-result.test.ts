import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@touchline/api/client';
import { RESULT_ENTRIES_PER_PAGE } from '@touchline/api/http/results';
import { publishResult } from '@touchline/rules/testing/results';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readResult } from './read-result.ts';
import { buildResultHashes } from './result-hashes.ts';

const ID = '0190f6a2-7b1c-7def-8123-456789abcdef';
const PLAYER = `0x${'ab'.repeat(20)}`;
let server: Server;
let base: string;
let entries = 0;
const cursors: (string | null)[] = [];

beforeAll(async () => {
  const domain = { chain_id: 480, vault: PLAYER, game: { id: ID } as never };
  const result = await publishResult(2, { id: ID, eligibility: 'ALL' }, buildResultHashes(domain));
  const token = { address: PLAYER, symbol: 'WLD', decimals: 18 };
  const document = {
    ...result.document,
    format: 1,
    game: { ...result.document.game, name: 'Cup', game_type: 'WEEKLY', season_id: '2026' },
    plan: { ...result.document.plan, token, min_entries: 2 },
    settled_at: '2026-09-20T12:00:00.000Z',
    state: 'PAID',
    funding: null,
    prizes_paid: 0,
    reclaimed: false,
    podium: [],
    chain_id: 480,
    vault: PLAYER,
  };
  const [entry] = result.entries;
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname.endsWith('/entries')) {
      const cursor = url.searchParams.get('cursor');
      cursors.push(cursor);
      const first = Number(cursor ?? 0) + 1;
      const last = Math.min(entries, first + RESULT_ENTRIES_PER_PAGE - 1);
      const lines = Array.from({ length: Math.max(0, last - first + 1) }, (_, n) =>
        JSON.stringify({ ...entry, ordinal: first + n, participation_id: ID, team_name: 'Team' }),
      );
      return response.end(lines.join('\n'));
    }
    const gameweek = /gameweeks\/(\d+)$/.exec(url.pathname)?.[1];
    const data = gameweek ? result.gameweeks.find((each) => String(each.gameweek) === gameweek) : document;
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify({ success: true, data }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterAll(() => server?.close());

describe('download of a result', () => {
  it.each([
    [1_000, [null, '1000']],
    [2_001, [null, '1000', '2000']],
  ])('%i entries are read once each, page by page', async (count, expected) => {
    entries = count;
    cursors.length = 0;
    const ordinals: number[] = [];
    const downloaded = await readResult(createClient({ base }), base, ID);
    for await (const { ordinal } of downloaded.entries) ordinals.push(ordinal);
    expect(ordinals).toEqual(Array.from({ length: count }, (_, n) => n + 1));
    expect(cursors).toEqual(expected);
  });
});
