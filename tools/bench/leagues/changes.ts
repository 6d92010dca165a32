import { query } from '@touchline/service-kit/data/database';
import type { Tokens } from '@touchline/service-kit/testing/tokens';
import { codeOf } from '../data/insert-leagues.ts';
import { log } from '../figures/log.ts';
import { measure } from '../figures/measure.ts';
import type { GamesHost } from '../host/games-host.ts';
import type { ServiceProcess } from '../host/service-process.ts';
import { buildRequest, formatRequests, sendRequests } from '../load/requests.ts';

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
  { host, service, tokens }: { host: GamesHost; service: ServiceProcess; tokens: Tokens },
  changes: readonly Change[],
): Promise<number> {
  const { url } = service;
  const requests = await Promise.all(
    changes.map(async ({ target, body, wallet }) => ({
      wallet,
      request: buildRequest(url, target, await tokens.accessToken(wallet), body),
    })),
  );
  const meters = { games: service.cpuMs, Postgres: host.postgresCpuMs };
  const measured = await measure(meters, () => sendRequests(url, requests, CONNECTIONS));
  log(`${what}: ${formatRequests(measured)}`);
  const changed = measured.result.filter(({ status }) => status < 300).length;
  return changed < changes.length ? 0 : changed / measured.seconds;
}
