import { setTimeout as sleep } from 'node:timers/promises';
import { teamCard } from '@touchline/api/http/leaderboard';
import type { Product } from '@touchline/local-stack/product';
import { type Database, query } from '@touchline/service-kit/data/database';
import { decodeField } from '../data/stored-teams.ts';

/** Number of different teams. Inserted entries use them in turn, so the first ones contain every team. */
const TEAMS = 500;
const TIMEOUT_MS = 10_000;
const POLL_MS = 20;

/** Advances the replay goal by goal and waits for each goal in the API. */
export interface GoalProbe {
  /** @returns ms from the change in the feed to new points of a team with the scorer; null when no team has the scorer */
  measureNext(): Promise<number | null>;
}

/** Selects the teams whose points are watched. @param db the schema of the games service */
export async function createGoalProbe(product: Product, db: Database, gameId: string): Promise<GoalProbe> {
  const lineups = await query<{ entry: string; lineup: Buffer }>(
    db,
    'select id as entry, first_lineup as lineup from entries where game_id = ? and ordinal <= ?',
    [gameId, TEAMS],
  );
  const watched = selectTeams(lineups.map(({ entry, lineup }) => ({ entry, field: decodeField(lineup) })));
  return {
    async measureNext() {
      const before = new Map<string, number>();
      for (const { entry } of watched) before.set(entry, await fetchPoints(product, entry));
      const { goal } = await product.replay.advance({ to: 'next-goal' });
      if (!goal) throw new Error('the replay returned no goal');
      const team = watched.find(({ field }) => field.includes(goal.scorer));
      if (!team) return null;
      for (;;) {
        const points = await fetchPoints(product, team.entry);
        const ms = Date.now() - goal.changed_at;
        if (points !== before.get(team.entry)) return ms;
        if (ms > TIMEOUT_MS) return Number.POSITIVE_INFINITY;
        await sleep(POLL_MS);
      }
    },
  };
}

/** Selects few teams that together have all players; the points of all of them are fetched before every goal. */
function selectTeams<T extends { field: readonly number[] }>(lineups: readonly T[]): T[] {
  const seen = new Set<number>();
  return lineups.filter(({ field }) => {
    const addsPlayer = field.some((player) => !seen.has(player));
    for (const player of field) seen.add(player);
    return addsPlayer;
  });
}

async function fetchPoints({ api }: Product, id: string): Promise<number> {
  return (await api.request(teamCard, { params: { id } })).row.gameweek_points;
}
