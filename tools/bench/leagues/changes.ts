import { query } from '@touchline/service-kit/data/database';
import type { Tokens } from '@touchline/service-kit/testing/tokens';
import { codeOf } from '../data/insert-leagues.ts';
import type { GamesHost } from '../host/games-host.ts';
import type { GamesService } from '../host/games-service.ts';
import { cpuMs, postgresCpuMs } from '../host/process-stats.ts';
import { buildRequest, sendJoins } from '../joins/send-joins.ts';
import { quantile } from '../load/load.ts';

const CONNECTIONS = 32;

interface Change {
  /** Method and path. */
  target: string;
  body: object;
  wallet: string;
}

/** Builds joins of different entries, the last ones of the game, in different leagues. */
export async function buildLeagueJoins(
  host: GamesHost,
  { game, entries, leagues, count }: { game: string; entries: number; leagues: number; count: number },
): Promise<Change[]> {
  const wallets = await readWallets(host, game, entries, count);
  return wallets.map((wallet, n) => ({
    target: 'POST /api/leagues/join',
    body: { code: codeOf(1 + ((n * 13) % leagues)) },
    wallet,
  }));
}

/** Builds creations of leagues by different entries, the last ones of the game. */
export async function buildLeagueCreations(
  host: GamesHost,
  { game, entries, count }: { game: string; entries: number; count: number },
): Promise<Change[]> {
  const wallets = await readWallets(host, game, entries, count);
  return wallets.map((wallet, n) => ({
    target: 'POST /api/leagues',
    body: { game_id: game, name: `New league ${n}`, kind: 'CLASSIC' },
    wallet,
  }));
}

async function readWallets(
  { db }: GamesHost,
  game: string,
  last: number,
  count: number,
): Promise<readonly string[]> {
  const rows = await query<{ wallet: string }>(
    db,
    'select wallet_address as wallet from entries where game_id = ? and ordinal > ? and ordinal <= ? order by ordinal desc',
    [game, last - count, last],
  );
  return rows.map(({ wallet }) => wallet);
}

/** Sends changes of leagues. @returns those per second, 0 if one of them failed */
export async function measureChanges(
  what: string,
  { host, service, tokens }: { host: GamesHost; service: GamesService; tokens: Tokens },
  changes: readonly Change[],
): Promise<number> {
  const { url, pid } = service;
  const requests = await Promise.all(
    changes.map(async ({ target, body, wallet }) => ({
      wallet,
      request: buildRequest(url, target, await tokens.accessToken(wallet), body),
    })),
  );
  const readCpu = () => ({ service: cpuMs(pid), postgres: postgresCpuMs(host.dataDir) });
  const before = readCpu();
  const since = performance.now();
  const responses = await sendJoins(url, requests, CONNECTIONS);
  const perSecond = responses.length / ((performance.now() - since) / 1_000);
  const after = readCpu();
  const failed = responses.filter(({ status }) => status >= 300).length;
  const times = responses.map(({ ms }) => ms).sort((a, b) => a - b);
  const us = (of: 'service' | 'postgres') =>
    (((after[of] - before[of]) * 1_000) / responses.length).toFixed(0);
  console.log(
    `> ${what}: p50 ${quantile(times, 0.5).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(1)} ms, CPU time ${us('service')} us in the service and ${us('postgres')} us in Postgres, ${failed} failed`,
  );
  return failed > 0 || responses.length < changes.length ? 0 : perSecond;
}
