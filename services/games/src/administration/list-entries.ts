import type { entriesRequest } from '@touchline/api/events/admin-entries';
import type { AdminParticipation } from '@touchline/api/http/admin-entries';
import { COEFFICIENT_ONE, earnedPoints } from '@touchline/rules/earned';
import type { Database } from '@touchline/service-kit/data/database';
import type { z } from 'zod';
import type { StandingsCache } from '../standings/standings-cache.ts';
import { readJoinedGames, readRosters } from './entries.store.ts';
import { formatFormation } from './entry-columns.ts';
import { EntryIndex } from './entry-index.ts';
import type { Section } from './entry-rows.ts';

interface ListDeps {
  /** Connection pool of the in-memory caches. */
  readDb: Database;
  standings: StandingsCache;
  now: () => number;
}

type EntriesQuery = z.output<typeof entriesRequest.request>;

/** List of all entries, served from memory: every page costs the same. */
export interface EntryList {
  page(query: EntriesQuery): Promise<z.input<typeof entriesRequest.reply>>;
  /** Sorts the entries of some games ahead of the first request, up to `MAX_WARMED` entries. */
  warm(gameIds: readonly string[]): Promise<void>;
  /** Drops the index after `UNUSED_MS` without a request. */
  evictUnused(): void;
}

const UNUSED_MS = 15 * 60_000;
/** Maximum number of entries to sort ahead: more would delay other requests and take memory on every replica. */
const MAX_WARMED = 100_000;

export function createEntryList({ readDb, standings, now }: ListDeps): EntryList {
  let index = new EntryIndex();
  let usedAt = now();
  /** Queue tail. Requests run one at a time, because the index is inconsistent during a refresh. */
  let tail: Promise<unknown> = Promise.resolve();

  async function readPage(query: EntriesQuery) {
    const started = performance.now();
    usedAt = now();
    const moved = await index.refresh(readDb, await readJoinedGames(readDb), standings, now());
    const found = await buildPage(index, query);
    const rosters = await readRosters(
      readDb,
      found.rows.map(({ id }) => id),
    );
    const updated = { entries: moved, milliseconds: Math.round(performance.now() - started) };
    return {
      rows: found.rows.map((row) => ({ ...row, players_snapshot: rosters.get(row.id) ?? [] })),
      total: found.total,
      updated: query.realtime && moved > 0 ? updated : null,
    };
  }

  async function warm(gameIds: readonly string[]) {
    const games = (await readJoinedGames(readDb)).filter(({ id }) => gameIds.includes(id));
    if (games.reduce((sum, { participants }) => sum + participants, 0) > MAX_WARMED) return;
    await index.refresh(readDb, games, standings, now());
    await index.list('current_points', '');
  }

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const turn = tail.then(work);
    tail = turn.catch(() => {
      index = new EntryIndex();
    });
    return turn;
  }

  return {
    page: (query) => enqueue(() => readPage(query)),
    warm: (gameIds) => enqueue(() => warm(gameIds)),
    evictUnused() {
      if (now() - usedAt > UNUSED_MS) index = new EntryIndex();
    },
  };
}

async function buildPage(index: EntryIndex, { page, limit, sort_by, sort_order, search }: EntriesQuery) {
  const rows = await index.list(sort_by, search);
  const first = (page - 1) * limit;
  const places = Array.from(
    { length: Math.max(0, Math.min(limit, rows.length - first)) },
    (_, n) => first + n,
  );
  const rowAt = (place: number) => rows[sort_order === 'asc' ? place : rows.length - 1 - place]!;
  return {
    rows: places.map((place) => {
      const { section, index: own } = index.rows.at(rowAt(place));
      return toWireEntry(section, own);
    }),
    total: rows.length,
  };
}

/** Converts an entry to a row of the API, without its roster. */
function toWireEntry(section: Section, index: number): Omit<AdminParticipation, 'players_snapshot'> {
  const { standings, lineups } = section;
  const { game, table, gross, earned, coefficients } = standings;
  return {
    id: table.texts.getId(index),
    wallet_address: table.texts.getWallet(index),
    team_name: table.texts.getName(index),
    game_name: game.name,
    game_type: game.game_type,
    formation: formatFormation(lineups.shape[index]!),
    captain_id: lineups.captain[index]!,
    vice_captain_id: lineups.vice[index]!,
    entry_points: table.entryPoints[index]!,
    current_points: table.entryPoints[index]! + gross[index]!,
    coefficient_applied: coefficients[index]! / COEFFICIENT_ONE,
    earned_points: earnedPoints(earned[index]!),
  };
}
