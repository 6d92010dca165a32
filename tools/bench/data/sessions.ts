import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '@touchline/service-kit/database';
import { createLog } from '@touchline/service-kit/log';

/** What the gateway of these benchmarks wraps its keys with. */
export const KEYS_SECRET = 'a secret of benchmarks, of thirty-two characters or more';
const GATEWAY = join(import.meta.dirname, '../../../gateway/dist');
/** Sessions per statement. */
const BATCH = 10_000;
const DAY = 24 * 3_600_000;

/** What is used here of the gateway's modules. */
interface Gateway {
  createWrapping(secrets: { current: string }): object;
  openKeyRing(deps: object): Promise<{ signing(): object }>;
  signAccessToken(key: object, session: object, now: number): string;
}

/**
 * Signs wallets in behind the gateway's back: users and sessions in its database, and access tokens of its own key. Signing
 * tens of thousands in over HTTP would take longer than their tokens last.
 * @param db the gateway's schema
 * @returns the tokens, in the order of the wallets; they last a quarter of an hour
 */
export async function addSessions(db: Database, wallets: readonly string[]): Promise<string[]> {
  const gateway = await gatewayModules();
  const wrapping = gateway.createWrapping({ current: KEYS_SECRET });
  const keys = await gateway.openKeyRing({ db, wrapping, log: createLog('bench', 'silent'), now: Date.now });
  const now = Date.now();
  const sessions = wallets.map((wallet_address) => ({
    ...{ id: randomUUID(), wallet_address, signed_in_at: now, expires_at: now + 7 * DAY },
    ...{ ended_at: null, admin_cookie_hash: null },
  }));
  for (let from = 0; from < sessions.length; from += BATCH) {
    const some = sessions.slice(from, from + BATCH);
    const given = {
      wallets: some.map(({ wallet_address }) => wallet_address),
      ids: some.map(({ id }) => id),
    };
    await db.raw(
      'insert into users (wallet_address, created_at) select unnest(cast(:wallets as text[])), now() on conflict do nothing',
      given,
    );
    await db.raw(
      `insert into sessions (id, wallet_address, signed_in_at, expires_at)
       select id, wallet, now(), now() + interval '7 days' from unnest(cast(:ids as uuid[]), cast(:wallets as text[])) as s (id, wallet)`,
      given,
    );
  }
  const key = keys.signing();
  return sessions.map((session) => gateway.signAccessToken(key, session, now));
}

async function gatewayModules(): Promise<Gateway> {
  const files = ['keys/wrapping.js', 'keys/key-ring.js', 'auth/access-token.js'];
  return Object.assign({}, ...(await Promise.all(files.map((file) => import(join(GATEWAY, file))))));
}
