import type { JoinBody } from '@touchline/api/http/entries';
import { buildRequest, type JoinResponse, sendJoins } from '../joins/send-joins.ts';
import { quantile } from '../load/load.ts';
import type { CpuMeter } from './reads.ts';

const CONNECTIONS = 64;

/** Input of a join request. */
export interface PreparedJoin {
  wallet: string;
  token: string;
  team: JoinBody;
}

/**
 * Sends joins of a game to these origins concurrently, distributed in turn.
 * @param options offset: index of the origin that receives the first join
 * @returns the responses, in no particular order
 */
export async function measureJoins(
  what: string,
  options: {
    urls: readonly string[];
    game: string;
    joins: readonly PreparedJoin[];
    meters: readonly CpuMeter[];
    offset?: number;
  },
  log: (text: string) => void,
): Promise<JoinResponse[]> {
  const { urls, game, joins, meters, offset = 0 } = options;
  const requests = urls.map((url, index) =>
    joins
      .filter((_, n) => (n + offset) % urls.length === index)
      .map(({ wallet, token, team }) => ({
        wallet,
        request: buildRequest(url, `POST /api/games/${game}/join`, token, team),
      })),
  );
  const before = meters.map(([, read]) => read());
  const since = performance.now();
  const responses = await Promise.all(
    urls.map((url, index) => sendJoins(url, requests[index]!, CONNECTIONS / urls.length)),
  );
  const perSecond = (joins.length * 1_000) / (performance.now() - since);
  const each = meters.map(
    ([name, read], index) => `${name} ${(((read() - before[index]!) * 1_000) / joins.length).toFixed(0)} us`,
  );
  const all = responses.flat();
  const latencies = all.map(({ ms }) => ms).sort((a, b) => a - b);
  log(
    `${what}: ${perSecond.toFixed(0)}/s, CPU time per join: ${each.join(', ')}; p99 ${quantile(latencies, 0.99).toFixed(0)} ms`,
  );
  return all;
}
