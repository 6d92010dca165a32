import type { Tokens } from '@touchline/service-kit/testing/tokens';
import type { GamesService } from '../host/games-service.ts';
import { cpuMs } from '../host/process-stats.ts';
import { buildRequest, type Join, sendJoins } from './send-joins.ts';

const CONNECTIONS = 128;

/** Opens the game for each wallet, as players do before they join; the service caches their sessions. @returns a summary */
export async function openGame(
  on: GamesService,
  game: string,
  joins: readonly Join[],
  tokens: Tokens,
): Promise<string> {
  const requests = await Promise.all(
    joins.map(async ({ wallet }) => ({
      wallet,
      request: buildRequest(on.url, `GET /api/games/${game}/can-join`, await tokens.accessToken(wallet)),
    })),
  );
  const before = cpuMs(on.pid);
  const responses = await sendJoins(on.url, requests, CONNECTIONS);
  const us = ((cpuMs(on.pid) - before) * 1000) / requests.length;
  const opened = responses.filter(({ status }) => status === 200).length;
  return `${opened} players opened the game: ${us.toFixed(0)} us CPU time of games each, including the session check`;
}
