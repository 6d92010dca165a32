import type { ListQuery } from '@touchline/api/admin-values';
import type {
  AdminParticipation,
  listAdminParticipations,
  PARTICIPATION_COLUMNS,
} from '@touchline/api/http/admin-entries';
import { COEFFICIENT_ONE, earnedPoints } from '@touchline/rules/points';
import type { Row, SortColumn, StandingsEngine } from '@touchline/standings/standings';
import pLimit from 'p-limit';
import type { z } from 'zod';
import type { StoredGame } from '../games/game.ts';
import type { Resources } from '../games/games-context.ts';
import type { StandingsCache } from '../standings/cache.ts';
import type { GameStandings } from '../standings/cached-games.ts';
import { findOpenGameweek } from '../standings/rows.ts';
import { type GameVersion, readJoinedGames, readRosters } from './entries.store.ts';
import { showOpenLineup } from './open-lineup.ts';

export interface EntryListDeps extends Pick<Resources, 'readDb' | 'now'> {
  standings: StandingsCache;
  engine: StandingsEngine;
}

type Column = (typeof PARTICIPATION_COLUMNS)[number];
type EntriesQuery = ListQuery<Column> & { realtime?: boolean | undefined };

/** List of all entries, served from memory: every page costs the same. */
export interface EntryList {
  page(query: EntriesQuery): Promise<z.input<typeof listAdminParticipations.data>>;
  /** Drops the standings of finished games after `UNUSED_MS` without a request. */
  evictUnused(): void;
}

const UNUSED_MS = 15 * 60_000;

/** Every team has as many players, so that column keeps the order of ids. */
const SORT_COLUMNS: Readonly<Record<Column, SortColumn>> = {
  id: 'id',
  players: 'id',
  wallet_address: 'wallet',
  team_name: 'team_name',
  game_name: 'section',
  formation: 'formation',
  captain_id: 'captain',
  vice_captain_id: 'vice_captain',
  entry_points: 'entry_points',
  current_points: 'current_points',
  coefficient_applied: 'coefficient',
  earned_points: 'earned',
};

export function createEntryList({ readDb, standings: cache, engine, now }: EntryListDeps): EntryList {
  /** Standings of all games, by game: those of finished games may not be in the cache. */
  const games = new Map<string, GameStandings>();
  let usedAt = now();
  /** Requests run one at a time, so that each change is counted once. */
  const inTurn = pLimit(1);

  /** Updates the standings of games that have changed. @returns the number of entries whose points changed */
  async function refresh(): Promise<number> {
    let moved = 0;
    for (const game of await readJoinedGames(readDb)) {
      const before = games.get(game.id);
      if (before && isFresh(before, game, now())) continue;
      const after = await cache.get(game.id);
      games.set(game.id, after);
      if (before?.ranking === after.ranking) moved += after.moved - before.moved;
    }
    return moved;
  }

  async function readPage(query: EntriesQuery) {
    const started = performance.now();
    // Read before the lineups, so that a player who locks in between stays hidden.
    const at = now();
    usedAt = at;
    const moved = await refresh();
    const { page, limit, sortBy, sortOrder, search } = query;
    const listed = [...games.values()];
    const found = await engine.list(
      listed.map((each) => toNamedStandings(each, at)),
      {
        sort: SORT_COLUMNS[sortBy],
        order: sortOrder,
        from: (page - 1) * limit,
        limit,
        search,
        searchAll: true,
        unranked: true,
      },
    );
    const rosters = await readRosters(
      readDb,
      found.rows.map(({ id }) => id),
    );
    const participations = found.rows.map((row) => {
      const standings = listed[row.section]!;
      // The lineup of the running or last gameweek; the list is sorted by that of an earlier one while it is sealed.
      const { lineup } = standings.ranking.row(row.wallet) ?? row;
      const shown = showOpenLineup(standings, lineup, rosters.get(row.id) ?? [], at);
      return { ...toWireEntry(row, standings.game), ...shown };
    });
    const list = { participations, total: found.total };
    if (!query.realtime || moved === 0) return list;
    const processingTime = Math.round(performance.now() - started);
    return { ...list, pointsUpdated: true, updatedCount: moved, processingTime };
  }

  return {
    page: (query) => inTurn(() => readPage(query)),
    evictUnused() {
      if (now() - usedAt > UNUSED_MS) games.clear();
    },
  };
}

/** Final games no longer follow the feed. */
function isFresh(known: GameStandings, { version, settlement, season_version }: GameVersion, now: number) {
  if (known.game.version !== version) return false;
  return (
    settlement === 'FINAL' || (known.season.version >= season_version && now < known.summary.valid_until)
  );
}

const toNamedStandings = (standings: GameStandings, now: number) => ({
  standings: standings.ranking,
  name: standings.game.name,
  words: [standings.game.game_type],
  gameweek: findOpenGameweek(standings, now)?.id ?? 0,
});

/** Converts an entry to a row of the API, without its lineup. */
const toWireEntry = (
  row: Row,
  game: StoredGame,
): Omit<AdminParticipation, keyof ReturnType<typeof showOpenLineup>> => ({
  id: row.id,
  wallet_address: row.wallet,
  team_name: row.team_name,
  game_name: game.name,
  game_type: game.game_type,
  entry_points: row.entry_points,
  current_points: row.entry_points + row.points,
  coefficient_applied: row.coefficient / COEFFICIENT_ONE,
  earned_points: earnedPoints(row.earned),
});
