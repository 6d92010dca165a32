import { pointsChanged, standingsChanged } from '@touchline/api/events/games';
import type { Calendar } from '@touchline/rules/calendar';
import type { Database } from '@touchline/service-kit/database';
import { writeOutbox } from '@touchline/service-kit/outbox';
import { inBackgroundSpan } from '@touchline/service-kit/traces';
import type { Knex } from 'knex';
import { liveKind, loadSeason } from '../football/season.store.ts';
import { latestGameweek, type Season } from '../football/season.ts';
import type { Seasons } from '../football/seasons.ts';
import type { StoredGame } from '../games/game.ts';
import { gamesOfSeason } from '../games/games.store.ts';
import { gamesAreDue, updateGames } from '../games/games-job.ts';
import { reopenSettled, unsettledGameweeks } from '../settlement/settlement.store.ts';
import { canSettle, settleDue } from '../settlement/settlement.ts';
import type { StandingsCache } from '../standings/standings-cache.ts';
import {
  type BootstrapSnapshot,
  countPointsUpdates,
  type FixturesSnapshot,
  type LiveSnapshot,
  lockSeason,
  raiseSeasonVersion,
  recordSnapshot,
  writeBootstrap,
  writeFixtures,
  writeLive,
} from './feed.store.ts';

export interface PipelineDeps {
  db: Database;
  seasons: Seasons;
  standings: StandingsCache;
  calendar: Calendar;
  /** Entry fee of a season game, whole tokens. */
  seasonFee: string;
  now: () => number;
}

export interface MatchSnapshots {
  fixtures: FixturesSnapshot | null;
  live: readonly LiveSnapshot[];
}

/**
 * Takes a season from football data to standings. One step is one transaction: data, settlement, games and events become
 * visible together. A snapshot that is not newer than the stored one is dropped.
 */
export interface GameweekPipeline {
  bootstrap(snapshot: BootstrapSnapshot): Promise<void>;
  /** Points with the fixtures that came with them, of one season: a kick-off and a goal are one change. */
  matches(season: string, snapshots: MatchSnapshots): Promise<void>;
  /** Does what the clock alone makes due: statuses, the next games, final standings. */
  tick(seasonId: string): Promise<void>;
}

/**
 * Settling a game of a million entries takes longer than the pool's timeouts. The next step waits as long: one that gave up
 * would come back after growing pauses only.
 */
const STEP_TIMEOUT_MS = 120_000;

export function createGameweekPipeline(deps: PipelineDeps): GameweekPipeline {
  const { db, seasons, standings } = deps;

  /** Runs `write` and what follows from it, unless it returns null: then nothing was new. */
  async function step(seasonId: string, write: (trx: Knex.Transaction) => Promise<Change | null>) {
    const advanced = await standings.during(null, () =>
      db.transaction(async (trx) => {
        await trx.raw(
          `set local statement_timeout = ${STEP_TIMEOUT_MS}; set local lock_timeout = ${STEP_TIMEOUT_MS}`,
        );
        await lockSeason(trx, seasonId, deps.now());
        const change = await write(trx);
        return change && advance(trx, seasonId, deps, change);
      }),
    );
    if (!advanced) return;
    seasons.remember(advanced.season);
    const { games, pointsMoved } = advanced;
    await standings.warm(
      games.map(({ id }) => id),
      pointsMoved,
    );
  }

  return {
    bootstrap: (snapshot) =>
      step(snapshot.season, async (trx) => {
        if (!(await recordSnapshot(trx, 'bootstrap', snapshot))) return null;
        await writeBootstrap(trx, snapshot);
        return NO_POINTS;
      }),
    matches: (season, { fixtures, live }) =>
      step(season, async (trx) => {
        const moved = fixtures && (await recordSnapshot(trx, 'fixtures', fixtures));
        const gameweeks = moved ? await writeFixtures(trx, fixtures) : [];
        const scored: number[] = [];
        for (const snapshot of live) {
          const { gameweek } = snapshot;
          if (!(await recordSnapshot(trx, liveKind(gameweek), snapshot))) continue;
          await writeLive(trx, snapshot);
          await reopenSettled(trx, season, gameweek);
          scored.push(gameweek);
        }
        const change = { scored, gameweeks: [...gameweeks, ...scored] };
        return change.gameweeks.length > 0 ? change : null;
      }),
    async tick(seasonId) {
      if (await isDue(deps, seasonId))
        await inBackgroundSpan('settle season', () => step(seasonId, async () => NO_POINTS));
    },
  };
}

/** What a step changed. */
interface Change {
  /** Gameweeks whose points were stored. */
  scored: readonly number[];
  /** Where points may have moved; null is that of fixtures without one. */
  gameweeks: readonly (number | null)[];
}

const NO_POINTS: Change = { scored: [], gameweeks: [] };

/** Settles what is final, updates the games and publishes whose points and standings moved. */
async function advance(
  trx: Knex.Transaction,
  seasonId: string,
  { seasons, standings, calendar, seasonFee, now }: PipelineDeps,
  change: Change,
): Promise<{ season: Season; games: StoredGame[]; pointsMoved: boolean }> {
  await raiseSeasonVersion(trx, seasonId);
  const season = await loadSeason(trx, seasonId, calendar, seasons.known(seasonId));
  const settled = await settleDue(trx, season, standings, now());
  await updateGames(trx, season, now(), seasonFee);
  const games = (await gamesOfSeason(trx, seasonId)).filter(
    (game) => settled.games.has(game.id) || isMoved(game, change),
  );
  const gameweeks = new Set([...settled.gameweeks, ...change.scored]);
  for (const gameweek of gameweeks) await writeOutbox(trx, pointsChanged, { season: seasonId, gameweek });
  if (gameweeks.size > 0) await countPointsUpdates(trx, gameweeks.size, now());
  for (const game of games) {
    const scored = change.scored.filter((gameweek) => isOf(game, gameweek)).at(-1);
    const gameweek = scored ?? latestGameweek(season, game, now())?.id ?? null;
    await writeOutbox(trx, standingsChanged, { game_id: game.id, gameweek });
  }
  return { season, games, pointsMoved: gameweeks.size > 0 };
}

function isMoved(game: StoredGame, { gameweeks }: Change): boolean {
  if (game.settlement === 'FINAL' || game.status === 'CANCELLED') return false;
  return gameweeks.some((gameweek) => gameweek !== null && isOf(game, gameweek));
}

const isOf = ({ first_gameweek: first, last_gameweek: last }: StoredGame, gameweek: number) =>
  gameweek >= first && gameweek <= last;

async function isDue({ db, seasons, seasonFee, now }: PipelineDeps, seasonId: string): Promise<boolean> {
  const season = await seasons.get(seasonId);
  if (gamesAreDue(season, await gamesOfSeason(db, seasonId), now(), seasonFee)) return true;
  if (season.gameweeks.some((gameweek) => canSettle(season, gameweek))) return true;
  return (await unsettledGameweeks(db, seasonId)).size > 0;
}
