import type { Tokens } from '@touchline/service-kit/testing/tokens';
import type { GamesService } from '../host/games-service.ts';
import { cpuMs } from '../host/process-stats.ts';
import { type Join, buildRequest, sendJoins } from './send-joins.ts';

const CONNECTIONS = 128;

/** Players look at the game before they join it, and the service has seen their session then. @returns what it cost */
export async function openGame(
  on: GamesService,
  game: string,
  joins: readonly Join[],
  tokens: Tokens,
): Promise<string> {
  const looks = await Promise.all(
    joins.map(async ({ wallet }) => ({
      wallet,
      request: buildRequest(on.url, `GET /api/games/${game}/can-join`, await tokens.accessToken(wallet)),
    })),
  );
  const before = cpuMs(on.pid);
  const answers = await sendJoins(on.url, looks, CONNECTIONS);
  const us = ((cpuMs(on.pid) - before) * 1000) / looks.length;
  const right = answers.filter(({ status }) => status === 200).length;
  return `${right} players opened the game: ${us.toFixed(0)} us of a processor in games each, their session included`;
}
