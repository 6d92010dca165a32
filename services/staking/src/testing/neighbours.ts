import { bootstrapRequest } from '@touchline/api/events/fpl-relay';
import { applyCoefficient } from '@touchline/api/events/games';
import { openBus } from '@touchline/service-kit/bus';
import { createLog } from '@touchline/service-kit/log';
import { reply } from '@touchline/service-kit/request';
import type { z } from 'zod';

export type Applied = z.infer<typeof applyCoefficient.request>;

/** The services that staking talks to, at the other end of the bus. */
export interface Neighbours {
  season: { name: string; ends_at: number };
  /** When the relay last read the season from the feed, epoch ms; after everything unless a test says otherwise. */
  fetchedAt: number;
  /** How often staking asked the relay for the season. */
  timesAsked: number;
  /** What staking asked games, in order. */
  readonly applied: Applied[];
  /** What games answers. */
  updatedParticipations: number;
  stop(): Promise<void>;
}

/** A relay with one season, and games that records what it is asked; `without` leaves one of them out. */
export function startNeighbours(
  natsUrl: string,
  season: Neighbours['season'],
  without: ('relay' | 'games')[] = [],
): Neighbours {
  const log = createLog('neighbours', 'silent');
  const relay = openBus(natsUrl, { name: 'fpl-relay', log });
  const games = openBus(natsUrl, { name: 'games', log });
  const neighbours: Neighbours = {
    season,
    fetchedAt: Date.UTC(2100, 0),
    timesAsked: 0,
    applied: [],
    updatedParticipations: 0,
    stop: async () => void (await Promise.all([relay.close(), games.close()])),
  };
  if (!without.includes('relay'))
    reply(relay, bootstrapRequest, async () => {
      neighbours.timesAsked += 1;
      return {
        season: neighbours.season.name,
        version: 1,
        fetched_at: new Date(neighbours.fetchedAt).toISOString(),
        players: [],
        teams: [],
        gameweeks: [37, 38].map((id) => gameweek(id, neighbours.season.ends_at - (38 - id) * 7 * 86_400_000)),
      };
    });
  if (!without.includes('games'))
    reply(games, applyCoefficient, async (asked) => {
      neighbours.applied.push(asked);
      return { updatedParticipations: neighbours.updatedParticipations };
    });
  return neighbours;
}

const gameweek = (id: number, end: number) => ({
  id,
  name: `Gameweek ${id}`,
  gameweek_number: id,
  deadline_time: new Date(end - 3 * 86_400_000).toISOString(),
  start_time: new Date(end - 2 * 86_400_000).toISOString(),
  end_time: new Date(end).toISOString(),
  is_current: false,
  is_next: false,
  finished: false,
  data_checked: false,
});
