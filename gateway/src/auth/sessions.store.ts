import { queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import { type AuditEvent, toAuditRow } from './audit.store.ts';

/** Times are epoch ms. */
export interface SessionRow {
  id: string;
  wallet_address: string;
  /** By the clock of the database, see `readClock`. */
  signed_in_at: number;
  /** Latest end, regardless of refreshes. */
  expires_at: number;
  ended_at: number | null;
}

export interface RefreshRow {
  hash: Buffer;
  session_id: string;
  expires_at: number;
  used_at: number | null;
}

type NewToken = Omit<RefreshRow, 'used_at'>;

/**
 * Stores a session, its first refresh token and its audit event atomically. One statement keeps a sign-in at one round trip. It reads
 * the clock with the user locked: a session starts before or after `endSessionsOfWallet`, never during it.
 * @returns `signed_in_at` of the session
 */
export async function insertSession(
  db: Knex,
  session: Omit<SessionRow, 'signed_in_at' | 'ended_at'>,
  token: Omit<NewToken, 'session_id'>,
  event: AuditEvent,
): Promise<number> {
  const sessionRow = {
    ...session,
    signed_in_at: db.raw('(select clock_timestamp() from locked)'),
    expires_at: new Date(session.expires_at),
  };
  const { wallet_address } = session;
  const [row] = await db('audit_events')
    .with('locked', db('users').select('wallet_address').where({ wallet_address }).forKeyShare())
    .with('opened', db('sessions').insert(sessionRow).returning('signed_in_at'))
    .with('first_token', db('refresh_tokens').insert(tokenRow({ ...token, session_id: session.id })))
    .insert(toAuditRow(event))
    .returning<{ signed_in_at: number }[]>(db.raw('(select signed_in_at from opened)'));
  return row!.signed_in_at;
}

/**
 * Reads the clock of the database in epoch ms. It orders sign-ins and "sign out everywhere", because the clocks of two gateways
 * differ. The next reading is at least a millisecond later.
 */
export async function readClock(db: Knex): Promise<number> {
  return (await queryOne<{ at: number }>(db, 'select clock_timestamp() as at, pg_sleep(0.001)'))!.at;
}

export async function insertRefreshToken(db: Knex, token: NewToken): Promise<void> {
  await db('refresh_tokens').insert(tokenRow(token));
}

const tokenRow = (token: NewToken) => ({ ...token, expires_at: new Date(token.expires_at) });

/** Marks a refresh token as used, atomically; only one concurrent caller receives the session's id. */
export async function takeRefreshToken(db: Knex, hash: Buffer, now: number): Promise<string | null> {
  const [taken] = await db('refresh_tokens')
    .where({ hash })
    .whereNull('used_at')
    .where('expires_at', '>', new Date(now))
    .update({ used_at: new Date(now) })
    .returning<{ session_id: string }[]>('session_id');
  return taken?.session_id ?? null;
}

/** Finds a refresh token, also one that was used or has expired. */
export async function findRefreshToken(db: Knex, hash: Buffer): Promise<RefreshRow | undefined> {
  return db<RefreshRow>('refresh_tokens').where({ hash }).first();
}

/** Finds a session that has neither ended nor expired. */
export async function findLiveSession(db: Knex, id: string, now: number): Promise<SessionRow | undefined> {
  return db<SessionRow>('sessions')
    .where({ id })
    .whereNull('ended_at')
    .where('expires_at', '>', new Date(now))
    .first();
}

/** Ends a session and returns its wallet; null if it had already ended. */
export async function endSession(db: Knex, id: string, now: number): Promise<string | null> {
  const [ended] = await db('sessions')
    .where({ id })
    .whereNull('ended_at')
    .update({ ended_at: new Date(now) })
    .returning<{ wallet_address: string }[]>('wallet_address');
  return ended?.wallet_address ?? null;
}

/** Ends every session of a wallet. Sign-ins wait until the transaction ends. @returns the number of ended sessions */
export async function endSessionsOfWallet(
  trx: Knex.Transaction,
  wallet: string,
  now: number,
): Promise<number> {
  await trx('users').where({ wallet_address: wallet }).forUpdate();
  return trx('sessions')
    .where({ wallet_address: wallet })
    .where('expires_at', '>', new Date(now))
    .whereNull('ended_at')
    .update({ ended_at: new Date(now) });
}

/** Deletes expired sessions and, by cascade, their refresh tokens. */
export async function deleteExpiredSessions(db: Knex, now: number): Promise<void> {
  await db('sessions').where('expires_at', '<', new Date(now)).delete();
}
