import { bootstrapRequest } from '@touchline/api/events/fpl-relay';
import { applyCoefficient } from '@touchline/api/events/games';
import { openBus } from '@touchline/service-kit/messaging/bus';
import { reply } from '@touchline/service-kit/messaging/request';
import { createLog } from '@touchline/service-kit/process/log';
import type { z } from 'zod';

export type AppliedCoefficient = z.infer<typeof applyCoefficient.request>;

/** Fakes of the services that staking sends requests to. */
export interface FakeServices {
  season: { name: string; ends_at: number };
  /** Time of the relay's last read of the feed in epoch ms. The default is later than any test. */
  fetchedAt: number;
  /** Number of season requests to the relay. */
  seasonRequests: number;
  /** Coefficients that games received, in order. */
  readonly applied: AppliedCoefficient[];
  /** The reply of games. */
  updatedParticipations: number;
  stop(): Promise<void>;
}

/** Starts a relay with one season, and games that records its requests. `without` omits services. */
export function startFakeServices(
  natsUrl: string,
  season: FakeServices['season'],
  without: ('relay' | 'games')[] = [],
): FakeServices {
  const log = createLog('fake-services', 'silent');
  const relay = openBus(natsUrl, { name: 'fpl-relay', log });
  const games = openBus(natsUrl, { name: 'games', log });
  const services: FakeServices = {
    season,
    fetchedAt: Date.UTC(2100, 0),
    seasonRequests: 0,
    applied: [],
    updatedParticipations: 0,
    stop: async () => void (await Promise.all([relay.close(), games.close()])),
  };
  if (!without.includes('relay'))
    reply(relay, bootstrapRequest, async () => {
      services.seasonRequests += 1;
      return {
        season: services.season.name,
        version: 1,
        fetched_at: new Date(services.fetchedAt).toISOString(),
        players: [],
        teams: [],
        gameweeks: [37, 38].map((id) => gameweek(id, services.season.ends_at - (38 - id) * 7 * 86_400_000)),
      };
    });
  if (!without.includes('games'))
    reply(games, applyCoefficient, async (coefficient) => {
      services.applied.push(coefficient);
      return { updatedParticipations: services.updatedParticipations };
    });
  return services;
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
