import { waitUntil } from '@touchline/local-stack/dependencies/wait';

/** Waits until the service has loaded the standings of a game, so that loading them is not measured. */
export async function waitForLeaderboard(url: string, game: string): Promise<void> {
  const page = async () => (await fetch(`${url}/api/games/${game}/leaderboard?limit=50`)).ok;
  await waitUntil(page, { what: 'the leaderboard', timeoutMs: 120_000 });
}
