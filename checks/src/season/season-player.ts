import { createClient } from '@touchline/api/client';
import { currentGameweek, gameweekFixtures } from '@touchline/api/http/fpl';
import { z } from 'zod';
import { waitFor } from './wait.ts';

const statusSchema = z.object({ gameweek: z.number(), phase: z.string(), gameweeks: z.number() });
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
type FixtureLine = z.infer<typeof fixturesSchema>[number];

/** Moves the paused replay on, one phase after the other, and sees each arrive in the public API. */
export interface SeasonPlayer {
  gameweeks(): Promise<number>;
  /** Goes on until the gameweek is checked. */
  playGameweek(gameweek: number): Promise<void>;
}

export function seasonPlayer(feedUrl: string, productUrl: string, signal?: AbortSignal): SeasonPlayer {
  const client = createClient({ base: `${productUrl}/api` });

  async function control(path: string, body?: object) {
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const response = await fetch(`${feedUrl}/control${path}`, init);
    if (!response.ok) throw new Error(`the replay refused: ${await response.text()}`);
    return statusSchema.parse(await response.json());
  }

  /** Waits until the public API shows the gameweek's matches as the feed does. */
  async function shown(gameweek: number): Promise<void> {
    const feed = await fetch(`${feedUrl}/fixtures/?event=${gameweek}`);
    const want = summary(fixturesSchema.parse(await feed.json()));
    await waitFor(
      `the API shows the matches of gameweek ${gameweek} as the feed does`,
      async () => {
        const { fixtures } = await client.call(gameweekFixtures, { params: { gameweek: String(gameweek) } });
        return summary(fixtures) === want ? true : null;
      },
      { signal },
    );
  }

  async function current(gameweek: number): Promise<void> {
    await waitFor(
      `gameweek ${gameweek} is the current one`,
      async () => {
        const answer = await client.call(currentGameweek);
        return answer.gameweek.gameweek_number === gameweek ? true : null;
      },
      { signal },
    );
  }

  return {
    gameweeks: async () => (await control('')).gameweeks,
    async playGameweek(gameweek) {
      for (;;) {
        const { gameweek: reached, phase } = await control('/advance', { to: 'next' });
        if (reached !== gameweek) throw new Error(`the replay is in gameweek ${reached}, not in ${gameweek}`);
        if (phase === 'checked') return;
        if (phase === 'deadline') await current(gameweek);
        else await shown(gameweek);
      }
    },
  };
}

function summary(fixtures: FixtureLine[]): string {
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
