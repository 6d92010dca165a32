import type { Knex } from 'knex';

export interface SessionRow {
  id: string;
  wallet_address: string;
  signed_in_at: Date;
  /** The end at the latest, however often it is refreshed. */
  expires_at: Date;
  ended_at: Date | null;
  admin_cookie_hash: Buffer | null;
}

export interface RefreshRow {
  hash: Buffer;
  session_id: string;
  expires_at: Date;
  used_at: Date | null;
}

export async function insertSession(db: Knex, session: Omit<SessionRow, 'ended_at'>): Promise<void> {
  await db('sessions').insert(session);
}

export async function insertRefreshToken(db: Knex, token: Omit<RefreshRow, 'used_at'>): Promise<void> {
  await db('refresh_tokens').insert(token);
}

/** Marks a refresh token as used; of any number of parallel tries one gets its session's id. */
export async function takeRefreshToken(db: Knex, hash: Buffer, now: Date): Promise<string | null> {
  const [taken] = await db('refresh_tokens')
    .where({ hash })
    .whereNull('used_at')
    .where('expires_at', '>', now)
    .update({ used_at: now })
    .returning<{ session_id: string }[]>('session_id');
  return taken?.session_id ?? null;
}

export async function findRefreshToken(db: Knex, hash: Buffer): Promise<RefreshRow | undefined> {
  return db<RefreshRow>('refresh_tokens').where({ hash }).first();
}

/** A session that is neither ended nor past its last day. */
export async function findLiveSession(db: Knex, id: string, now: Date): Promise<SessionRow | undefined> {
  return liveSessions(db, now).where({ id }).first();
}

export async function findSessionOfAdminCookie(
  db: Knex,
  hash: Buffer,
  now: Date,
): Promise<SessionRow | undefined> {
  return liveSessions(db, now).where({ admin_cookie_hash: hash }).first();
}

export async function endSession(db: Knex, id: string, reason: string, now: Date): Promise<void> {
  await db('sessions').where({ id }).whereNull('ended_at').update({ ended_at: now, end_reason: reason });
}

/** Removes sessions, with their refresh tokens, that nobody can use any more. */
export async function deleteOldSessions(db: Knex, now: Date): Promise<void> {
  await db('sessions').where('expires_at', '<', now).delete();
}

const liveSessions = (db: Knex, now: Date) =>
  db<SessionRow>('sessions').whereNull('ended_at').where('expires_at', '>', now);
