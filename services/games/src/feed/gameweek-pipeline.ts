import { pointsChanged, standingsChanged } from '@touchline/api/events/games';
import { findLatestGameweek, type Season } from '@touchline/rules/season';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import { inBackgroundSpan } from '@touchline/service-kit/process/traces';
import type { Knex } from 'knex';
import { liveKind, loadSeason } from '../football/season.store.ts';
import type { StoredGame } from '../games/game.ts';
import { findGamesOfSeason } from '../games/games.store.ts';
import type { GamesContext } from '../games/games-context.ts';
import { type NewGameTerms, needsGameUpdates, updateGames } from '../games/games-job.ts';
import { readUnsettledGameweeks, reopenSettled } from '../settlement/settlement.store.ts';
import { canSettle, settleDue } from '../settlement/settlement.ts';
import type { StandingsCache } from '../standings/cache.ts';
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

export interface PipelineDeps
  extends NewGameTerms,
    Pick<GamesContext, 'db' | 'seasons' | 'calendar' | 'now'> {
  standings: StandingsCache;
}

export interface MatchSnapshots {
  fixtures: FixturesSnapshot | null;
  live: readonly LiveSnapshot[];
}

/**
 * Turns football data into standings. Each step is one transaction, so data, settlement, games and events become visible
 * together. Snapshots that are not newer than the stored ones are dropped.
 */
export interface GameweekPipeline {
  storeBootstrap(snapshot: BootstrapSnapshot): Promise<void>;
  /** Stores fixtures and points of one poll as one change, for example a kick-off and a goal. */
  storeMatches(season: string, snapshots: MatchSnapshots): Promise<void>;
  /** Makes the changes that depend on the clock alone: statuses, new games and final standings. */
  tick(seasonId: string): Promise<void>;
}

/**
 * Settling a game of a million entries takes longer than the pool's timeouts. The next step has to wait as long, because a step
 * that times out is retried only after growing pauses.
 */
const STEP_TIMEOUT_MS = 120_000;

export function createGameweekPipeline(deps: PipelineDeps): GameweekPipeline {
  const { db, seasons, standings } = deps;

  /** Runs `write` and advances the season; stops when `write` returns null, which means no new data. */
  async function runStep(seasonId: string, write: (trx: Knex.Transaction) => Promise<Change | null>) {
    const advanced = await standings.track(null, () =>
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
    const { games, havePointsChanged } = advanced;
    await standings.warm(
      games.map(({ id }) => id),
      havePointsChanged,
    );
  }

  return {
    storeBootstrap: (snapshot) =>
      runStep(snapshot.season, async (trx) => {
        if (!(await recordSnapshot(trx, 'bootstrap', snapshot))) return null;
        await writeBootstrap(trx, snapshot);
        return NO_POINTS;
      }),
    storeMatches: (season, { fixtures, live }) =>
      runStep(season, async (trx) => {
        const isNew = fixtures && (await recordSnapshot(trx, 'fixtures', fixtures));
        const gameweeks = isNew ? await writeFixtures(trx, fixtures) : [];
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
        await inBackgroundSpan('settle season', () => runStep(seasonId, async () => NO_POINTS));
    },
  };
}

/** Changes of one step. */
interface Change {
  /** Gameweeks whose points were stored. */
  scored: readonly number[];
  /** Gameweeks whose points may have changed; null for fixtures without a gameweek. */
  gameweeks: readonly (number | null)[];
}

const NO_POINTS: Change = { scored: [], gameweeks: [] };

/** Settles final gameweeks, updates the games and publishes changed points and standings. */
async function advance(
  trx: Knex.Transaction,
  seasonId: string,
  { seasons, standings, calendar, seasonFee, plans, now }: PipelineDeps,
  change: Change,
): Promise<{ season: Season; games: StoredGame[]; havePointsChanged: boolean }> {
  await raiseSeasonVersion(trx, seasonId);
  const season = await loadSeason(trx, seasonId, calendar, seasons.peek(seasonId));
  const settled = await settleDue(trx, season, standings, now());
  await updateGames(trx, season, now(), { seasonFee, plans });
  const games = (await findGamesOfSeason(trx, seasonId)).filter(
    (game) => settled.games.has(game.id) || isAffected(game, change),
  );
  const gameweeks = new Set([...settled.gameweeks, ...change.scored]);
  for (const gameweek of gameweeks) await writeOutbox(trx, pointsChanged, { season: seasonId, gameweek });
  if (gameweeks.size > 0) await countPointsUpdates(trx, gameweeks.size, now());
  for (const game of games) {
    const scored = change.scored.filter((gameweek) => includesGameweek(game, gameweek)).at(-1);
    const gameweek = scored ?? findLatestGameweek(season, game, now())?.id ?? null;
    await writeOutbox(trx, standingsChanged, { game_id: game.id, gameweek });
  }
  return { season, games, havePointsChanged: gameweeks.size > 0 };
}

function isAffected(game: StoredGame, { gameweeks }: Change): boolean {
  if (game.settlement === 'FINAL' || game.status === 'CANCELLED') return false;
  return gameweeks.some((gameweek) => gameweek !== null && includesGameweek(game, gameweek));
}

const includesGameweek = ({ first_gameweek: first, last_gameweek: last }: StoredGame, gameweek: number) =>
  gameweek >= first && gameweek <= last;

async function isDue({ db, seasons, seasonFee, now }: PipelineDeps, seasonId: string): Promise<boolean> {
  const season = await seasons.get(seasonId);
  if (needsGameUpdates(season, await findGamesOfSeason(db, seasonId), now(), seasonFee)) return true;
  if (season.gameweeks.some((gameweek) => canSettle(season, gameweek))) return true;
  return (await readUnsettledGameweeks(db, seasonId)).size > 0;
}
