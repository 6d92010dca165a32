import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { TouchlineError } from '@touchline/api/errors';
import {
  gameResult,
  gameResultGameweek,
  gameResultMine,
  listResults,
  RESULT_ENTRIES_PATH,
  RESULT_ENTRIES_PER_PAGE,
  type ResultEntry,
  resultEntriesParams,
  resultEntriesQuery,
  resultEntry,
} from '@touchline/api/http/results';
import { toInstant } from '@touchline/api/values';
import type { Database } from '@touchline/service-kit/data/database';
import { readCursorPage } from '@touchline/service-kit/http/cursor-page';
import { plainRoute, type Routes, route } from '@touchline/service-kit/http/route';
import { findPrizesOfWallet } from '../awards/prizes.store.ts';
import { requireGame } from '../games/games.ts';
import { readGameweekInputs } from '../settlement/gameweek-inputs.ts';
import { toMyPrizes } from './claims.ts';
import { addPayments, buildResultDocument, type FrozenDocument, isReclaimed } from './result-document.ts';
import { findResultEntry, readResultEntries } from './result-entries.ts';
import { countResults, findDocument, findResult, findResults, type ResultRow } from './results.store.ts';

interface ResultRouteDeps {
  db: Database;
  /** Pool of long reads. */
  readDb: Database;
}

/** @throws TouchlineError NOT_FOUND */
async function requireDocument(db: Database, id: string): Promise<FrozenDocument> {
  const document = await findDocument(db, id);
  if (!document) throw notSettled();
  return document;
}

const notSettled = () => new TouchlineError('NOT_FOUND', 'The prizes of this game are not settled yet.');

export function resultRoutes(routes: Routes, { db, readDb }: ResultRouteDeps): void {
  route(routes, listResults, async ({ query: { game_type: type = null, ...page } }) => {
    const [{ rows, next }, total] = await Promise.all([
      readCursorPage(
        page,
        (read) => findResults(db, type, read),
        ({ settled_at: at, game_id: id }) => ({ at, id }),
      ),
      countResults(db, type),
    ]);
    return { results: rows.map(toWireResult), next, total };
  });

  route(routes, gameResult, async ({ params: { id } }) => {
    const result = await findResult(db, id);
    if (result) return buildResultDocument(result);
    await requireGame(db, id);
    throw notSettled();
  });

  route(routes, gameResultGameweek, async ({ params: { id, gameweek } }) => {
    await requireDocument(db, id);
    const inputs = await readGameweekInputs(db, id, Number(gameweek));
    if (!inputs) throw new TouchlineError('NOT_FOUND', 'This gameweek is not part of the game.');
    return inputs;
  });

  route(routes, gameResultMine, async ({ params: { id }, user }) => {
    await requireDocument(db, id);
    const [prize = null] = await toMyPrizes(db, await findPrizesOfWallet(db, user.wallet_address, id));
    return { entry: await findResultEntry(db, id, user.wallet_address), prize };
  });

  const entries = { path: RESULT_ENTRIES_PATH, params: resultEntriesParams, query: resultEntriesQuery };
  plainRoute(routes, entries, async ({ params: { id }, query: { cursor, sort_by }, ctx }) => {
    await requireDocument(db, id);
    const after = Number(cursor ?? 0);
    const page = await readResultEntries(readDb, id, { after, limit: RESULT_ENTRIES_PER_PAGE, sort_by });
    ctx.set('Cache-Control', 'public, max-age=86400, immutable');
    ctx.type = 'application/x-ndjson';
    ctx.body = Readable.from(formatLines(page));
  });
}

/** Entries that are formatted without a pause, which takes a few milliseconds. */
const LINES_PER_TURN = 50;

async function* formatLines(entries: readonly ResultEntry[]): AsyncGenerator<string> {
  for (const [index, entry] of entries.entries()) {
    if (index % LINES_PER_TURN === LINES_PER_TURN - 1) await setImmediate();
    yield `${JSON.stringify(resultEntry.parse(entry))}\n`;
  }
}

const toWireResult = (row: ResultRow) => ({
  ...row,
  season_id: row.season,
  end_time: toInstant(row.end),
  settled_at: toInstant(row.settled_at),
  state: row.prize_state,
  prizes: row.awards,
  prizes_paid: row.paid,
  paid: row.paid_amount,
  reclaimed: isReclaimed(row),
  podium: addPayments(row.podium, row.payments),
});
