import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { TouchlineError } from '@touchline/api/errors';
import type { Knex } from 'knex';
import {
  endSession,
  findLiveSession,
  findRefreshToken,
  findSessionOfAdminCookie,
  insertRefreshToken,
  insertSession,
  type SessionRow,
  takeRefreshToken,
} from './sessions.store.ts';

const HOUR_MS = 3_600_000;
/** A session that is not refreshed for so long is over. */
export const IDLE_MS = 24 * HOUR_MS;
/** A session is over after so long in any case. */
export const ABSOLUTE_MS = 7 * 24 * HOUR_MS;
/** Two tabs, or a lost answer: within this time a used refresh token still leads to the same successor. */
const GRACE_MS = 10_000;

export interface OpenSession {
  session: SessionRow;
  refreshToken: string;
}

export interface Sessions {
  /** Opens a session for a wallet that has signed. An admin's session also gets a cookie for the admin remote's files. */
  start(wallet: string, admin: boolean): Promise<OpenSession & { adminCookie: string | null }>;
  /**
   * Exchanges a refresh token for its successor; used again within ten seconds it gives the same successor, later it ends
   * the whole session. Raises SESSION_ENDED.
   */
  rotate(refreshToken: string): Promise<OpenSession>;
  /** The session that a refresh token belongs or belonged to. */
  sessionOf(refreshToken: string): Promise<string | null>;
  isLive(sessionId: string): Promise<boolean>;
  /** The wallet whose admin cookie this is, while its session lives. */
  walletOfAdminCookie(cookie: string): Promise<string | null>;
  end(sessionId: string, reason: 'logout' | 'replaced' | 'refresh_reuse'): Promise<void>;
}

/** Sessions and their rotating refresh tokens; of each token only the hash is stored. `now` is epoch ms. */
export function createSessions(db: Knex, refreshSecret: Buffer, now: () => number): Sessions {
  const successorOf = (token: string) =>
    createHmac('sha256', refreshSecret).update(token).digest('base64url');

  async function end(id: string, reason: string) {
    await endSession(db, id, reason, now());
  }

  /** The first use: marks it and stores the successor, both or neither. */
  async function advance(token: string): Promise<OpenSession | null> {
    return db.transaction(async (trx) => {
      const id = await takeRefreshToken(trx, hashOf(token), now());
      const session = id && (await findLiveSession(trx, id, now()));
      if (!session) return null;
      const refreshToken = successorOf(token);
      await insertRefreshToken(trx, {
        hash: hashOf(refreshToken),
        session_id: session.id,
        expires_at: now() + IDLE_MS,
      });
      return { session, refreshToken };
    });
  }

  return {
    async start(wallet, admin) {
      const refreshToken = newSecret();
      const adminCookie = admin ? newSecret() : null;
      const session = {
        id: randomUUID(),
        wallet_address: wallet,
        signed_in_at: now(),
        expires_at: now() + ABSOLUTE_MS,
        admin_cookie_hash: adminCookie === null ? null : hashOf(adminCookie),
      };
      await db.transaction(async (trx) => {
        await insertSession(trx, session);
        await insertRefreshToken(trx, {
          hash: hashOf(refreshToken),
          session_id: session.id,
          expires_at: now() + IDLE_MS,
        });
      });
      return { session: { ...session, ended_at: null }, refreshToken, adminCookie };
    },

    async rotate(token) {
      const advanced = await advance(token);
      if (advanced) return advanced;
      const used = await findRefreshToken(db, hashOf(token));
      if (!used?.used_at) throw sessionEnded();
      if (now() - used.used_at > GRACE_MS) {
        await end(used.session_id, 'refresh_reuse');
        throw sessionEnded();
      }
      const session = await findLiveSession(db, used.session_id, now());
      if (!session) throw sessionEnded();
      return { session, refreshToken: successorOf(token) };
    },

    async sessionOf(token) {
      return (await findRefreshToken(db, hashOf(token)))?.session_id ?? null;
    },
    async isLive(id) {
      return (await findLiveSession(db, id, now())) !== undefined;
    },
    async walletOfAdminCookie(cookie) {
      return (await findSessionOfAdminCookie(db, hashOf(cookie), now()))?.wallet_address ?? null;
    },
    end,
  };
}

const newSecret = () => randomBytes(32).toString('base64url');
const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/** What a refresh is told that leads nowhere; never why. */
export const sessionEnded = () =>
  new TouchlineError('SESSION_ENDED', 'Your session has ended. Sign in again.');
