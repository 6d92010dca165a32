import type { JoinBody } from '@touchline/api/http/entries';
import { log } from '../figures/log.ts';
import { type CpuMeters, measure } from '../figures/measure.ts';
import { buildRequest, formatRequests, sendRequests, type WalletResponse } from '../load/requests.ts';

const CONNECTIONS = 64;

/** Input of a join request. */
export interface PreparedJoin {
  wallet: string;
  token: string;
  team: JoinBody;
}

interface Joins {
  urls: readonly string[];
  game: string;
  joins: readonly PreparedJoin[];
  /** Index of the origin that receives the first join. */
  offset: number;
}

/** Sends joins of a game to these origins concurrently, distributed in turn. @returns the responses, in no particular order */
export async function measureJoins(
  what: string,
  { urls, game, joins, offset }: Joins,
  meters: CpuMeters,
): Promise<readonly WalletResponse[]> {
  const requests = urls.map((url, index) =>
    joins
      .filter((_, n) => (n + offset) % urls.length === index)
      .map(({ wallet, token, team }) => ({
        wallet,
        request: buildRequest(url, `POST /api/games/${game}/join`, token, team),
      })),
  );
  const measured = await measure(meters, async () => {
    const responses = urls.map((url, index) =>
      sendRequests(url, requests[index]!, CONNECTIONS / urls.length),
    );
    return (await Promise.all(responses)).flat();
  });
  log(`${what}: ${formatRequests(measured)}`);
  return measured.result;
}
