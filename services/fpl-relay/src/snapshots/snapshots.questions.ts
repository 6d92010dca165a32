import { askBootstrap, askFixtures, askLive } from '@touchline/api/events/fpl-relay';
import { answer } from '@touchline/service-kit/ask';
import type { Bus } from '@touchline/service-kit/bus';
import type { SeasonCache } from './season-cache.ts';
import type { Season, Snapshot } from './snapshots.ts';

/**
 * Answers what the relay's events make others ask. The view is read anew for each answer: an event may have been
 * published by another replica, and its version must not be newer than the answer.
 */
export function answerFootballQuestions(bus: Bus, football: SeasonCache): void {
  answer(bus, askBootstrap, async () => {
    const view = await football.refresh();
    return view && { ...headOf(view.bootstrap), ...view.bootstrap.content };
  });
  answer(bus, askFixtures, async () => {
    const view = await football.refresh();
    if (!view) return null;
    const fixtures = view.fixtures.content.map(({ stats: _, ...facts }) => facts);
    return { ...headOf(view.fixtures), fixtures };
  });
  answer(bus, askLive, async ({ gameweek }) => {
    const snapshot = liveOf(await football.refresh(), gameweek);
    return snapshot && { ...headOf(snapshot), gameweek, scores: snapshot.content };
  });
}

function liveOf(view: Season | null, gameweek: number) {
  return view?.live.get(gameweek) ?? null;
}

function headOf({ season, version, fetched_at }: Snapshot<unknown>) {
  return { season, version, fetched_at: new Date(fetched_at).toISOString() };
}
