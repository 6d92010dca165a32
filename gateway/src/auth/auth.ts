import type { User } from '@touchline/api/http/auth';
import { toInstant } from '@touchline/api/values';
import { createVerifier, endedTokenError, type User as VerifiedUser } from '@touchline/service-kit/http/auth';
import type { EndedSessionSet } from '@touchline/service-kit/http/ended-sessions';
import type { KeyRing } from '../keys/key-ring.ts';
import { deleteOldKeys } from '../keys/rotation.ts';
import { signAccessToken } from './access-token.ts';
import { insertAuditEvent, type RequestOrigin } from './audit.store.ts';
import { deleteExpiredChallenges } from './challenges.store.ts';
import { createLogin, type LoginDeps } from './login.ts';
import { chooseNickname } from './nicknames.ts';
import { deleteExpiredSessions, type SessionRow } from './sessions.store.ts';
import { createSessions } from './sessions.ts';
import { ensureUser, findNicknames, findUser, type UserRow } from './users.store.ts';

/** Sign-in, sessions, access tokens and users. */
export type Auth = ReturnType<typeof createAuth>;

interface AuthDeps extends LoginDeps {
  adminWallets: readonly string[];
  keys: KeyRing;
  /** Ended sessions: those that ended here, and those received from NATS. */
  ended: EndedSessionSet;
}

export function createAuth(deps: AuthDeps) {
  const { db, keys, now } = deps;
  const admins = new Set(deps.adminWallets.map((wallet) => wallet.toLowerCase()));
  const isAdmin = (wallet: string) => admins.has(wallet.toLowerCase());
  const asUser = (row: UserRow): User => ({
    wallet_address: row.wallet_address,
    isAdmin: isAdmin(row.wallet_address),
    created_at: toInstant(row.created_at),
    nickname: row.nickname,
  });
  const sessions = createSessions(db, keys.refreshSecrets, deps.ended, now);
  const signed = createVerifier({ keys: keys.find, adminWallets: deps.adminWallets });
  return {
    login: createLogin(deps),
    sessions,
    /**
     * Verifies a token without a query. Knows the sessions that ended here, and others from NATS, as services do.
     * @throws TouchlineError for an invalid token
     */
    async inspectToken(token: string) {
      const user = await signed.verify(token);
      return { wallet: user.wallet_address, ended: deps.ended.has(user) };
    },
    /** Verifies a token and checks in the database that its session is live. */
    verifier: {
      async verify(token: string) {
        const user = await signed.verify(token);
        if (deps.ended.has(user) || !(await sessions.isLive(user.session_id))) throw endedTokenError();
        return user;
      },
    },
    issueAccessToken: (session: SessionRow) => signAccessToken(keys.signing(), session, now()),
    isAdmin,
    /** Undefined when the wallet has never signed in. */
    async user(wallet: string) {
      const row = await findUser(db, wallet);
      return row && asUser(row);
    },
    ensureUser: async (wallet: string) => asUser(await ensureUser(db, wallet, now())),
    chooseNickname: (wallet: string, nickname: string | null) => chooseNickname(db, wallet, nickname),
    findNicknames: (wallets: readonly string[]) => findNicknames(db, wallets),
    recordRejectedSignIn: (wallet: string, origin: RequestOrigin) =>
      insertAuditEvent(db, { event: 'sign_in_rejected', wallet, session: null, origin, at: now() }),
    /** `user` is null without a valid token. */
    recordRejectedAdminRequest: (endpoint: string, user: VerifiedUser | null, origin: RequestOrigin) =>
      insertAuditEvent(db, {
        event: 'admin_rejected',
        endpoint,
        origin,
        at: now(),
        wallet: user?.wallet_address ?? null,
        session: user?.session_id ?? null,
      }),
    /** Deletes expired challenges and sessions, and keys whose tokens have all expired. */
    async deleteExpired() {
      await deleteExpiredChallenges(db, now());
      await deleteExpiredSessions(db, now());
      await deleteOldKeys(db, now());
    },
  };
}
