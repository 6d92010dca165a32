import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Actor } from '@touchline/api/admin-values';
import { TouchlineError } from '@touchline/api/errors';
import { sessionEnded, walletEnded } from '@touchline/api/events/auth';
import { recordAdminChange } from '@touchline/service-kit/administration/admin-changes';
import type { EndedSessionSet } from '@touchline/service-kit/http/ended-sessions';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Knex } from 'knex';
import { insertAuditEvent, type RequestOrigin } from './audit.store.ts';
import {
  endSession,
  endSessionsOfWallet,
  findLiveSession,
  findRefreshToken,
  insertRefreshToken,
  insertSession,
  type RefreshRow,
  readClock,
  type SessionRow,
  takeRefreshToken,
} from './sessions.store.ts';

const HOUR_MS = 3_600_000;
/** A session ends after this time without a refresh. */
export const IDLE_MS = 24 * HOUR_MS;
/** Maximum age of a session, regardless of refreshes. */
const ABSOLUTE_MS = 7 * 24 * HOUR_MS;
/**
 * Time in which a used token yields the same successor: two tabs may refresh concurrently, or a response may be lost. Longer than
 * the client waits for a response before it repeats the request.
 */
const REUSE_GRACE_MS = 60_000;

export interface OpenSession {
  session: SessionRow;
  refreshToken: string;
}

type EndReason = 'logout' | 'replaced' | 'refresh_reuse';

/**
 * Manages sessions with rotating refresh tokens. Only hashes of tokens are stored. Starts and ends are audited.
 * @param secrets the current secret first, which derives successors; then the previous ones
 * @param ended receives the sessions that end here
 * @param now epoch ms
 */
export function createSessions(
  db: Knex,
  secrets: () => readonly Buffer[],
  ended: Pick<EndedSessionSet, 'apply'>,
  now: () => number,
) {
  const endings = createEndings(db, ended, now);
  const isReused = ({ used_at }: RefreshRow) => used_at !== null && now() - used_at > REUSE_GRACE_MS;
  const deriveSuccessors = (token: string) =>
    secrets().map((secret) => createHmac('sha256', secret).update(token).digest('base64url'));

  /** Marks a token as used and stores its successor, in one transaction; null if it cannot be used. */
  async function useToken(token: string): Promise<OpenSession | null> {
    return db.transaction(async (trx) => {
      const id = await takeRefreshToken(trx, hashSecret(token), now());
      const session = id && (await findLiveSession(trx, id, now()));
      if (!session) return null;
      const refreshToken = deriveSuccessors(token)[0]!;
      await insertRefreshToken(trx, {
        hash: hashSecret(refreshToken),
        session_id: session.id,
        expires_at: now() + IDLE_MS,
      });
      return { session, refreshToken };
    });
  }

  /** Finds the successor of a used token; the keys may have been rotated since its first use. */
  async function findStoredSuccessor(token: string): Promise<string> {
    for (const successor of deriveSuccessors(token))
      if (await findRefreshToken(db, hashSecret(successor))) return successor;
    throw refreshRejectedError();
  }

  return {
    async start(wallet: string, origin: RequestOrigin): Promise<OpenSession> {
      const refreshToken = randomBytes(32).toString('base64url');
      const session = { id: randomUUID(), wallet_address: wallet, expires_at: now() + ABSOLUTE_MS };
      const token = { hash: hashSecret(refreshToken), expires_at: now() + IDLE_MS };
      const event = { event: 'sign_in', wallet, session: session.id, origin, at: now() } as const;
      const signed_in_at = await insertSession(db, session, token, event);
      return { session: { ...session, signed_in_at, ended_at: null }, refreshToken };
    },

    /**
     * Exchanges a refresh token for its successor. Reuse within a minute yields the same successor; later reuse ends the whole
     * session.
     * @throws TouchlineError SESSION_ENDED
     */
    async rotate(token: string, origin: RequestOrigin): Promise<OpenSession> {
      const opened = await useToken(token);
      if (opened) return opened;
      const used = await findRefreshToken(db, hashSecret(token));
      if (!used?.used_at) throw refreshRejectedError();
      if (isReused(used)) {
        await endings.end(used.session_id, 'refresh_reuse', origin);
        throw refreshRejectedError();
      }
      const session = await findLiveSession(db, used.session_id, now());
      if (!session) throw refreshRejectedError();
      return { session, refreshToken: await findStoredSuccessor(token) };
    },

    /** Returns the session id of a refresh token, also of an expired one. */
    async findSessionId(token: string) {
      return (await findRefreshToken(db, hashSecret(token)))?.session_id ?? null;
    },
    async isLive(id: string) {
      return (await findLiveSession(db, id, now())) !== undefined;
    },
    /** Returns the wallet of a refresh token while it can be exchanged; null afterwards. */
    async findWallet(token: string) {
      const found = await findRefreshToken(db, hashSecret(token));
      if (!found || found.expires_at <= now() || isReused(found)) return null;
      return (await findLiveSession(db, found.session_id, now()))?.wallet_address ?? null;
    },
    ...endings,
  };
}

/** Ends sessions early: stores the end, notifies the services and writes the audit log in one transaction. */
function createEndings(db: Knex, { apply }: Pick<EndedSessionSet, 'apply'>, now: () => number) {
  /** Runs `work` in a transaction in which every session of the wallet ends. */
  async function endAll<T>(
    wallet: string,
    reason: 'logout_all' | 'ended_by_admin',
    origin: RequestOrigin,
    work: (trx: Knex.Transaction, ended: number) => Promise<T>,
  ): Promise<T> {
    const at = now();
    const { event, result } = await db.transaction(async (trx) => {
      const ended = await endSessionsOfWallet(trx, wallet, at);
      // Read afterwards: every session that ended here started before, and the next one starts later.
      const event = { wallet, before: await readClock(trx) };
      await writeOutbox(trx, walletEnded, event);
      await insertAuditEvent(trx, { event: reason, wallet, session: null, origin, at });
      return { event, result: await work(trx, ended) };
    });
    apply(walletEnded.subject, event);
    return result;
  }

  return {
    /** Ends a session. This gateway rejects its access tokens immediately, the services and other replicas once notified. */
    async end(id: string, reason: EndReason, origin: RequestOrigin) {
      const event = { session: id };
      await db.transaction(async (trx) => {
        const wallet = await endSession(trx, id, now());
        if (wallet === null) return;
        await writeOutbox(trx, sessionEnded, event);
        await insertAuditEvent(trx, { event: reason, wallet, session: id, origin, at: now() });
      });
      apply(sessionEnded.subject, event);
    },
    endAll: (wallet: string, origin: RequestOrigin) => endAll(wallet, 'logout_all', origin, async () => {}),
    /** Ends every session of a wallet for an administrator that the caller has verified. @returns the number of ended sessions */
    endByAdmin: (wallet: string, by: Actor) =>
      endAll(
        wallet,
        'ended_by_admin',
        { address: by.admin, request_id: by.request_id },
        async (trx, ended) => {
          const values = { before: { sessions: ended }, after: { sessions: 0 } };
          const change = { owner: 'gateway', action: 'SESSIONS_ENDED', subject: wallet, wallet } as const;
          await recordAdminChange(trx, by, { ...change, ...values }, now());
          return ended;
        },
      ),
  };
}

const hashSecret = (secret: string) => createHash('sha256').update(secret).digest();

/** Builds the only error of a failed refresh; it does not reveal the reason. */
export const refreshRejectedError = () =>
  new TouchlineError('SESSION_ENDED', 'Your session has ended. Sign in again.');
