import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { PROJECT } from '@touchline/local-stack/product';
import type { Database } from '@touchline/service-kit/data/database';
import { createLog } from '@touchline/service-kit/process/log';

/** Secret with which the benchmarked gateways encrypt their keys. */
export const KEYS_SECRET = 'benchmark secret with at least thirty-two characters';
const GATEWAY = join(PROJECT, 'gateway/dist');
/** Sessions per statement. */
const BATCH = 10_000;
const DAY = 24 * 3_600_000;

/** Used exports of the gateway, which has no types for other packages. */
interface GatewayModules {
  createWrapping(secrets: { current: string }): object;
  openKeyRing(deps: object): Promise<{ signing(): object }>;
  signAccessToken(key: object, session: object, now: number): Promise<string>;
}

/**
 * Signs wallets in without HTTP: inserts users and sessions into the gateway's database and signs access tokens with its key. Over
 * HTTP, the first tokens would expire before tens of thousands of wallets are signed in.
 * @param db the schema of the gateway
 * @returns access tokens in the order of the wallets, valid for 15 minutes
 */
export async function addSessions(db: Database, wallets: readonly string[]): Promise<string[]> {
  const gateway = await importGatewayModules();
  const wrapping = gateway.createWrapping({ current: KEYS_SECRET });
  const keys = await gateway.openKeyRing({ db, wrapping, log: createLog('bench', 'silent'), now: Date.now });
  const now = Date.now();
  const sessions = wallets.map((wallet_address) => ({
    id: randomUUID(),
    wallet_address,
    signed_in_at: now,
    expires_at: now + 7 * DAY,
    ended_at: null,
  }));
  for (let from = 0; from < sessions.length; from += BATCH) {
    const batch = sessions.slice(from, from + BATCH);
    const bindings = {
      wallets: batch.map(({ wallet_address }) => wallet_address),
      ids: batch.map(({ id }) => id),
    };
    await db.raw(
      'insert into users (wallet_address, created_at) select unnest(cast(:wallets as text[])), now() on conflict do nothing',
      bindings,
    );
    await db.raw(
      `insert into sessions (id, wallet_address, signed_in_at, expires_at)
       select id, wallet, now(), now() + interval '7 days' from unnest(cast(:ids as uuid[]), cast(:wallets as text[])) as s (id, wallet)`,
      bindings,
    );
  }
  const key = keys.signing();
  const tokens: string[] = [];
  for (const session of sessions) tokens.push(await gateway.signAccessToken(key, session, now));
  return tokens;
}

async function importGatewayModules(): Promise<GatewayModules> {
  const files = ['keys/wrapping.js', 'keys/key-ring.js', 'auth/access-token.js'];
  return Object.assign({}, ...(await Promise.all(files.map((file) => import(join(GATEWAY, file))))));
}
