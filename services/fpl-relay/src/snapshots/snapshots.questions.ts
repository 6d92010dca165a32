import { bootstrapRequest, fixturesRequest, liveRequest } from '@touchline/api/events/fpl-relay';
import type { Bus } from '@touchline/service-kit/bus';
import { reply } from '@touchline/service-kit/request';
import type { SeasonCache } from './season-cache.ts';
import type { Season, Snapshot } from './snapshots.ts';

/**
 * Answers the questions that the relay's events lead to. Each answer refreshes first: another replica may have published
 * the event, and the answer must not be older than the event.
 */
export function answerQuestions(bus: Bus, seasons: SeasonCache): void {
  reply(bus, bootstrapRequest, async () => {
    const season = await seasons.refresh();
    return season && { ...headOf(season.bootstrap), ...season.bootstrap.content };
  });
  reply(bus, fixturesRequest, async () => {
    const season = await seasons.refresh();
    if (!season) return null;
    const fixtures = season.fixtures.content.map(({ stats: _, ...facts }) => facts);
    return { ...headOf(season.fixtures), fixtures };
  });
  reply(bus, liveRequest, async ({ gameweek }) => {
    const snapshot = liveOf(await seasons.refresh(), gameweek);
    return snapshot && { ...headOf(snapshot), gameweek, scores: snapshot.content };
  });
}

function liveOf(season: Season | null, gameweek: number) {
  return season?.live.get(gameweek) ?? null;
}

function headOf({ season, version, fetched_at }: Snapshot<unknown>) {
  return { season, version, fetched_at: new Date(fetched_at).toISOString() };
}
