import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Game } from '@touchline/api/http/games';
import { type LineupReceipt, myReceipts } from '@touchline/api/http/seals';
import { computeSignedRoot } from '@touchline/rules/verify-lineup';
import { query } from '@touchline/service-kit/data/database';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { countBlocked, withLongTimeouts } from '@touchline/service-kit/testing/waiting';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { sha256 } from '../seals.ts';
import { buildJoin, DAY } from '../testing/feed-builders.ts';
import type { ApiBody } from '../testing/games-app.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

const now = Date.parse('2031-08-15T12:00:00Z');
let game: Game;

const app = setUpGamesSuite(({ databaseUrl, natsUrl }) =>
  startPointsSuite({ databaseUrl: withLongTimeouts(databaseUrl), natsUrl }, now, [now + DAY, now + 2 * DAY], {
    seasonFee: '500',
  }),
);

beforeAll(async () => {
  game = await app.game('WEEKLY', 1);
});

type Body = ReturnType<typeof buildJoin>;
type Sent = { who: string; body: Body; status: number; response: ApiBody };

/** Counts the requests for a path that this process receives until the end of the test. */
function countRequests(path: string): () => number {
  let requests = 0;
  const count = (message: unknown) => {
    if ((message as { request: IncomingMessage }).request.url === path) requests += 1;
  };
  subscribe('http.server.request.start', count);
  onTestFinished(() => void unsubscribe('http.server.request.start', count));
  return () => requests;
}

/**
 * Sends joins concurrently while another transaction locks the game, until the service has received all of them: one waits for the
 * row, the others for their turn.
 * @param change SQL of the other transaction while they wait
 */
async function together(
  id: string,
  joins: readonly (readonly [who: string, body: Body])[],
  change = 'select',
): Promise<Sent[]> {
  for (const [who] of joins) await app.tokens.accessToken(who);
  const countReceived = countRequests(`/api/games/${id}/join`);
  let responses: Promise<Sent>[] = [];
  await app.db.transaction(async (lock) => {
    await lock.raw('select from games where id = ? for update', [id]);
    responses = joins.map(async ([who, body]) => {
      const { status, body: response } = await app.raw('POST', `/games/${id}/join`, who, body);
      return { who, body, status, response };
    });
    await expect.poll(countReceived).toBe(joins.length);
    await expect.poll(() => countBlocked(app.db)).toBe(1);
    await lock.raw(change);
  });
  return Promise.all(responses);
}

const countStatuses = (sent: readonly Sent[]) => {
  const counts: Record<string, number> = {};
  for (const { status, response } of sent) {
    const key = response.code ? `${status} ${response.code}` : `${status}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

interface Row {
  wallet_address: string;
  team_name: string;
  ordinal: number;
  id: string;
  game_version: number;
}

const stored = (id: string) =>
  query<Row>(
    app.db,
    `select wallet_address, team_name, e.ordinal, e.id, game_version from entries as e
     join lineup_versions as l on l.entry_id = e.id where e.game_id = ? order by e.ordinal`,
    [id],
  );

/** Returns the number of transactions that inserted the entries. */
const countTransactions = async (id: string) =>
  (await query(app.db, 'select distinct xmin::text from entries where game_id = ?', [id])).length;

const idOf = ({ response }: Sent) => (response.data?.participation as { id: string } | undefined)?.id;

it('API-16 500 joins that share transactions get the same responses as separate joins', async () => {
  const joins: [string, Body][] = [];
  for (let n = 1; n <= 350; n += 1) joins.push([wallet(n), buildJoin({ team_name: `Team ${n}` })]);
  for (let n = 1; n <= 80; n += 1) joins.push([wallet(n * 3), buildJoin({ team_name: `Team ${n * 3}` })]);
  for (let n = 1; n <= 50; n += 1) joins.push([wallet(n * 5), buildJoin({ team_name: 'Another' })]);
  const illegal = buildJoin({ captain_id: 1 });
  for (let n = 1; n <= 20; n += 1) joins.push([wallet(1_000 + n), illegal]);
  const [before] = await query<{ version: number }>(app.db, 'select version from games where id = ?', [
    game.id,
  ]);
  const sent = await together(game.id, joins);

  expect(countStatuses(sent)).toEqual({
    '201': 350,
    '200': 80,
    '409 ALREADY_JOINED': 50,
    '422 LINEUP_INVALID': 20,
  });
  const rows = await stored(game.id);
  expect(rows.map(({ ordinal }) => ordinal)).toEqual(rows.map((_, index) => index + 1));
  const versions = rows.map(({ game_version }) => game_version);
  expect([...versions].sort((a, b) => a - b)).toEqual(rows.map((_, index) => before!.version + index + 1));
  const byWallet = new Map(rows.map((row) => [row.wallet_address, row]));
  expect(byWallet.size).toBe(350);
  expect(await countTransactions(game.id)).toBeLessThan(35);
  for (const one of sent.filter(({ status }) => status < 300)) {
    expect(byWallet.get(one.who)).toMatchObject({ id: idOf(one), team_name: one.body.team_name });
  }
  const [after] = await query<{ participants: number; version: number }>(
    app.db,
    'select participants, version from games where id = ?',
    [game.id],
  );
  expect(after).toEqual({ participants: 350, version: before!.version + 350 });
});

it('API-16 one of fifty concurrent joins gets the last seat', async () => {
  const { id } = await app.game('WEEKLY', 2);
  await app.db.raw('update games set max_participants = 3 where id = ?', [id]);
  await together(
    id,
    [1, 2].map((n) => [wallet(n), buildJoin()]),
  );
  const sent = await together(
    id,
    Array.from({ length: 50 }, (_, index) => [wallet(100 + index), buildJoin()]),
  );
  expect(countStatuses(sent)).toEqual({ '201': 1, '409 GAME_FULL': 49 });
  expect(await stored(id)).toHaveLength(3);
  await app.db.raw('update games set max_participants = null where id = ?', [id]);
});

it('API-16 a join that the database rejects does not fail the other joins in its batch', async () => {
  const { id } = await app.game('WEEKLY', 2);
  await app.db.raw("alter table entries add constraint poison check (team_name <> 'Poison')");
  const sent = await together(
    id,
    Array.from({ length: 30 }, (_, index) => [
      wallet(200 + index),
      buildJoin({ team_name: index === 17 ? 'Poison' : `Team ${index}` }),
    ]),
  );
  await app.db.raw('alter table entries drop constraint poison');
  expect(countStatuses(sent)).toEqual({ '201': 29, '500 INTERNAL': 1 });
  expect(sent.find(({ status }) => status === 500)?.who).toBe(wallet(217));
  const again = await app.raw('POST', `/games/${id}/join`, wallet(217), buildJoin({ team_name: 'Poison' }));
  expect(again.status).toBe(201);
});

/** Reads the root that the signature of a receipt covers. */
function readSignedRoot({ signature }: LineupReceipt): string {
  const [, payload] = signature.split('.');
  return (JSON.parse(Buffer.from(payload!, 'base64url').toString()) as { root: string }).root;
}

const readReceipt = async (who: string, participation: string) =>
  (await app.as(who).request(myReceipts, { params: { id: participation } })).receipts[0]!;

it('API-16 joins that share a transaction share a signature, and repeated joins return the same receipts', async () => {
  const { id } = await app.game('WEEKLY', 2);
  await app.join(wallet(600), id); // entries before and after a batch are not part of it
  const wallets = Array.from({ length: 20 }, (_, index) => wallet(601 + index));
  const secondTabs = wallets.slice(0, 4);
  const body = buildJoin();
  const before = await countTransactions(id);
  const sent = await together(
    id,
    [...wallets, ...secondTabs].map((who) => [who, body]),
  );
  expect(countStatuses(sent)).toEqual({ '201': 20, '200': 4 });
  const signed = await countTransactions(id);
  await app.join(wallet(650), id);
  const receipts = sent.map(({ response }) => response.data!.receipt as LineupReceipt);
  expect(receipts.slice(wallets.length)).toEqual(receipts.slice(0, secondTabs.length));
  expect(new Set(receipts.map(({ signature }) => signature)).size).toBe(signed - before);
  expect(signed - before).toBeLessThan(wallets.length);
  for (const receipt of receipts) expect(computeSignedRoot(sha256, receipt)).toBe(readSignedRoot(receipt));
  for (const [index, who] of wallets.entries()) {
    const again = await app.raw('POST', `/games/${id}/join`, who, body);
    expect([again.status, again.body.data!.receipt]).toEqual([200, receipts[index]]);
    expect(await readReceipt(who, idOf(sent[index]!)!)).toEqual(receipts[index]);
  }
});

it('a commitment that is changed in SQL takes no proof from another wallet of its batch', async () => {
  const { id } = await app.game('WEEKLY', 2);
  const sent = await together(
    id,
    Array.from({ length: 8 }, (_, index) => [wallet(700 + index), buildJoin()]),
  );
  const [changed, ...others] = sent.map((one) => ({
    ...one,
    receipt: one.response.data!.receipt as LineupReceipt,
  }));
  await app.db.raw('update entries set first_commitment = sha256(first_commitment) where id = ?', [
    idOf(changed!)!,
  ]);
  for (const { receipt, ...one } of others) {
    const again = await readReceipt(one.who, idOf(one)!);
    expect(computeSignedRoot(sha256, again)).toBe(readSignedRoot(again));
    expect(again).toMatchObject({ commitment: receipt.commitment, key: receipt.key, slots: receipt.slots });
  }
  expect((await readReceipt(changed!.who, idOf(changed!)!)).commitment).not.toBe(changed!.receipt.commitment);
});

it('API-16 queued joins are rejected once the game has closed, and free joins once it has a fee', async () => {
  const { id } = game;
  // The clock reopens only games that no administrator has cancelled.
  const rejected = await together(
    id,
    [1, 500, 501].map((n) => [wallet(n), buildJoin({ team_name: `Team ${n}` })]),
    `update games set status = 'CANCELLED', cancelled_by = 'admin' where id = '${id}'`,
  );
  expect(countStatuses(rejected)).toEqual({ '200': 1, '409 GAME_CANCELLED': 2 });
  await app.db.raw("update games set status = 'UPCOMING', cancelled_by = null where id = ?", [id]);
  const unpaid = await together(
    id,
    [[wallet(502), buildJoin()]],
    `update games set entry_fee = 5 where id = '${id}'`,
  );
  expect(countStatuses(unpaid)).toEqual({ '400 VALIDATION_FAILED': 1 });
});
