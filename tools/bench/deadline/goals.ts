import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@touchline/api/client';
import { teamCard } from '@touchline/api/http/leaderboard';
import { unpackLineup } from '@touchline/games/lineups/lineup-bytes';
import type { Product } from '@touchline/local-stack/product';
import { type Database, query } from '@touchline/service-kit/database';

/** The crowd takes so many teams in turn: among its first entries is each of them. */
const TEAMS = 500;
const PATIENCE_MS = 10_000;
const POLL_MS = 20;

/** Moves the replay from goal to goal and waits for each in the API. */
export interface Goals {
  /** @returns ms from the change in the feed to new points of a team that fields the scorer; null when nobody fields him */
  next(): Promise<number | null>;
}

/** @param db the games service's schema */
export async function createGoalProbe(product: Product, db: Database, gameId: string): Promise<Goals> {
  const client = createClient({ base: `${product.url}/api` });
  const lineups = await query<{ entry: string; lineup: Buffer }>(
    db,
    'select id as entry, first_lineup as lineup from entries where game_id = ? and ordinal <= ?',
    [gameId, TEAMS],
  );
  const watched = distinct(
    lineups.map(({ entry, lineup }) => ({ entry, field: unpackLineup(lineup).field })),
  );
  return {
    async next() {
      const before = new Map<string, number>();
      for (const { entry } of watched) before.set(entry, await fetchPoints(client, entry));
      const { goal } = await product.replay.advance({ to: 'next-goal' });
      if (!goal) throw new Error('the replay answered no goal');
      const team = watched.find(({ field }) => field.includes(goal.scorer));
      if (!team) return null;
      for (;;) {
        const points = await fetchPoints(client, team.entry);
        const ms = Date.now() - goal.changed_at;
        if (points !== before.get(team.entry)) return ms;
        if (ms > PATIENCE_MS) return Number.POSITIVE_INFINITY;
        await sleep(POLL_MS);
      }
    },
  };
}

/** So few teams that every player of theirs is in one: the points of all of them are asked for before every goal. */
function distinct<T extends { field: number[] }>(lineups: readonly T[]): T[] {
  const seen = new Set<number>();
  return lineups.filter(({ field }) => {
    const brings = field.some((player) => !seen.has(player));
    for (const player of field) seen.add(player);
    return brings;
  });
}

async function fetchPoints(client: Client, id: string): Promise<number> {
  return (await client.request(teamCard, { params: { id } })).row.gameweek_points;
}
