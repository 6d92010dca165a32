import { currentGameweek, gameweekFixtures } from '@touchline/api/http/fpl';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import type { Product } from '@touchline/local-stack/product';
import { z } from 'zod';

const fixturesSchema = z.array(
  z.object({
    id: z.number(),
    started: z.boolean().nullable(),
    finished: z.boolean(),
    finished_provisional: z.boolean(),
    team_h_score: z.number().nullable(),
    team_a_score: z.number().nullable(),
  }),
);
type FixtureSummary = z.infer<typeof fixturesSchema>[number];

/** Advances the paused replay phase by phase and waits until the public API shows each phase. */
export interface SeasonPlayer {
  gameweeks(): Promise<number>;
  /** Advances until the gameweek is checked. */
  playGameweek(gameweek: number): Promise<void>;
}

export function createSeasonPlayer({ api, replay, urls }: Product, signal?: AbortSignal): SeasonPlayer {
  /** Waits until the public API shows the matches of the gameweek like the feed. */
  async function waitUntilShown(gameweek: number): Promise<void> {
    const feed = await fetch(`${urls.feed}/fixtures/?event=${gameweek}`);
    const expected = summarise(fixturesSchema.parse(await feed.json()));
    const isShown = async () => {
      const { fixtures } = await api.request(gameweekFixtures, { params: { gameweek: String(gameweek) } });
      return summarise(fixtures) === expected;
    };
    const what = `the API to show the matches of gameweek ${gameweek} as the feed does`;
    await waitUntil(isShown, { what, timeoutMs: 60_000, signal });
  }

  async function waitUntilCurrent(gameweek: number): Promise<void> {
    const isCurrent = async () => (await api.request(currentGameweek)).gameweek.gameweek_number === gameweek;
    await waitUntil(isCurrent, { what: `gameweek ${gameweek} to be current`, timeoutMs: 60_000, signal });
  }

  return {
    gameweeks: async () => (await replay.status()).gameweeks,
    async playGameweek(gameweek) {
      for (;;) {
        const { gameweek: reached, phase } = await replay.advance({ to: 'next' });
        if (reached !== gameweek) throw new Error(`the replay is in gameweek ${reached}, not in ${gameweek}`);
        if (phase === 'checked') return;
        if (phase === 'deadline') await waitUntilCurrent(gameweek);
        else await waitUntilShown(gameweek);
      }
    },
  };
}

function summarise(fixtures: FixtureSummary[]): string {
  return fixtures
    .map((one) =>
      [
        one.id,
        one.started === true,
        one.finished_provisional,
        one.finished,
        one.team_h_score,
        one.team_a_score,
      ].join(' '),
    )
    .sort()
    .join('\n');
}
