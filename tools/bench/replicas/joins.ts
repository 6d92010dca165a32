import type { JoinBody } from '@touchline/api/http/entries';
import { type JoinResponse, buildRequest, sendJoins } from '../joins/send-joins.ts';
import { quantile } from '../load/load.ts';
import type { Part } from './reads.ts';

const CONNECTIONS = 64;

/** A join that has not been sent. */
export interface PreparedJoin {
  wallet: string;
  token: string;
  team: JoinBody;
}

/**
 * Sends joins into a game at these origins at once, each at the next one in turn.
 * @param given moved: how many origins further than at 0 each is sent
 * @returns what was answered, in no order
 */
export async function measureJoins(
  what: string,
  given: {
    urls: readonly string[];
    game: string;
    joins: readonly PreparedJoin[];
    parts: readonly Part[];
    moved?: number;
  },
  log: (text: string) => void,
): Promise<JoinResponse[]> {
  const { urls, game, joins, parts, moved = 0 } = given;
  const requests = urls.map((url, place) =>
    joins
      .filter((_, n) => (n + moved) % urls.length === place)
      .map(({ wallet, token, team }) => ({
        wallet,
        request: buildRequest(url, `POST /api/games/${game}/join`, token, team),
      })),
  );
  const before = parts.map(([, busy]) => busy());
  const since = performance.now();
  const answers = await Promise.all(
    urls.map((url, place) => sendJoins(url, requests[place]!, CONNECTIONS / urls.length)),
  );
  const perSecond = (joins.length * 1_000) / (performance.now() - since);
  const each = parts.map(
    ([name, busy], index) =>
      `${(((busy() - before[index]!) * 1_000) / joins.length).toFixed(0)} us of ${name}`,
  );
  const all = answers.flat();
  const latencies = all.map(({ ms }) => ms).sort((a, b) => a - b);
  log(
    `${what}: ${perSecond.toFixed(0)} a second, each ${each.join(', ')}, p99 ${quantile(latencies, 0.99).toFixed(0)} ms`,
  );
  return all;
}
