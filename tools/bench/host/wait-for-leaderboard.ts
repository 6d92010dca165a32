import { waitUntil } from '@touchline/local-stack/dependencies/wait';

/** Resolves when the service has the standings of a game: what a start costs is measured by `start`. */
export async function waitForLeaderboard(url: string, game: string): Promise<void> {
  const page = async () => (await fetch(`${url}/api/games/${game}/leaderboard?limit=50`)).ok;
  await waitUntil(page, { what: 'the leaderboard', timeoutMs: 120_000 });
}
