import type { Tokens } from '@touchline/service-kit/testing/tokens';
import { formatCpu, measure } from '../figures/measure.ts';
import type { ServiceProcess } from '../host/service-process.ts';
import { buildRequest, sendRequests, type WalletRequest } from '../load/requests.ts';

const CONNECTIONS = 128;

/** Opens the game for each wallet, as players do before they join; the service caches their sessions. @returns a summary */
export async function openGame(
  on: ServiceProcess,
  game: string,
  joins: readonly WalletRequest[],
  tokens: Tokens,
): Promise<string> {
  const requests = await Promise.all(
    joins.map(async ({ wallet }) => ({
      wallet,
      request: buildRequest(on.url, `GET /api/games/${game}/can-join`, await tokens.accessToken(wallet)),
    })),
  );
  const { result, cpu } = await measure({ games: on.cpuMs }, () =>
    sendRequests(on.url, requests, CONNECTIONS),
  );
  const opened = result.filter(({ status }) => status === 200).length;
  return `${opened} players opened the game, ${formatCpu(cpu, requests.length)} each, including the session check`;
}
