import type { User } from '@touchline/api/http/auth';
import { toInstant } from '@touchline/api/values';
import {
  createVerifier,
  endedTokenError,
  type User as VerifiedUser,
  type Verifier,
} from '@touchline/service-kit/http/auth';
import type { EndedSessionSet } from '@touchline/service-kit/http/ended-sessions';
import type { Knex } from 'knex';
import type { KeyRing } from '../keys/key-ring.ts';
import { deleteOldKeys } from '../keys/rotation.ts';
import { signAccessToken } from './access-token.ts';
import { insertAuditEvent, type RequestOrigin } from './audit.store.ts';
import { deleteExpiredChallenges } from './challenges.store.ts';
import { createLogin, type Login } from './login.ts';
import { chooseNickname } from './nicknames.ts';
import { deleteExpiredSessions, type SessionRow } from './sessions.store.ts';
import { createSessions, type Sessions } from './sessions.ts';
import type { SignInSite } from './siwe-message.ts';
import { ensureUser, findNicknames, findUser, type UserRow } from './users.store.ts';
import type { SignatureCheck } from './wallet-signature.ts';

/** Sign-in, sessions, access tokens and users. */
export interface Auth {
  login: Login;
  sessions: Sessions;
  /** Verifies a token and checks in the database that its session is live. */
  verifier: Verifier;
  /**
   * Verifies a token without a query. Knows the sessions that ended here, and others from NATS, as services do.
   * @throws TouchlineError for an invalid token
   */
  inspectToken(token: string): Promise<{ wallet: string; ended: boolean }>;
  issueAccessToken(session: SessionRow): Promise<string>;
  isAdmin(wallet: string): boolean;
  /** Undefined when the wallet has never signed in. */
  user(wallet: string): Promise<User | undefined>;
  /** Returns the user of a wallet; creates it at the first sign-in. */
  ensureUser(wallet: string): Promise<User>;
  /** @throws TouchlineError NAME_TAKEN */
  chooseNickname(wallet: string, nickname: string | null): Promise<void>;
  /** Nicknames by wallet, without wallets that have none. */
  findNicknames(wallets: readonly string[]): Promise<Record<string, string>>;
  /** Records a rejected sign-in in the audit log. */
  recordRejectedSignIn(wallet: string, origin: RequestOrigin): Promise<void>;
  /** Records a rejected admin request in the audit log; `user` is null without a valid token. */
  recordRejectedAdminRequest(
    endpoint: string,
    user: VerifiedUser | null,
    origin: RequestOrigin,
  ): Promise<void>;
  /** Deletes expired challenges and sessions, and keys whose tokens have all expired. */
  deleteExpired(): Promise<void>;
}

interface AuthDeps {
  db: Knex;
  site: SignInSite;
  adminWallets: readonly string[];
  keys: KeyRing;
  checkSignature: SignatureCheck;
  /** Ended sessions: those that ended here, and those received from NATS. */
  ended: EndedSessionSet;
  /** Epoch ms. */
  now: () => number;
}

export function createAuth(deps: AuthDeps): Auth {
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
    async inspectToken(token) {
      const user = await signed.verify(token);
      return { wallet: user.wallet_address, ended: deps.ended.has(user) };
    },
    verifier: {
      async verify(token) {
        const user = await signed.verify(token);
        if (deps.ended.has(user) || !(await sessions.isLive(user.session_id))) throw endedTokenError();
        return user;
      },
    },
    issueAccessToken: (session) => signAccessToken(keys.signing(), session, now()),
    isAdmin,
    async user(wallet) {
      const row = await findUser(db, wallet);
      return row && asUser(row);
    },
    async ensureUser(wallet) {
      return asUser(await ensureUser(db, wallet, now()));
    },
    chooseNickname: (wallet, nickname) => chooseNickname(db, wallet, nickname),
    findNicknames: (wallets) => findNicknames(db, wallets),
    recordRejectedSignIn: (wallet, origin) =>
      insertAuditEvent(db, { event: 'sign_in_rejected', wallet, session: null, origin, at: now() }),
    recordRejectedAdminRequest: (endpoint, user, origin) =>
      insertAuditEvent(db, {
        event: 'admin_rejected',
        endpoint,
        origin,
        at: now(),
        wallet: user?.wallet_address ?? null,
        session: user?.session_id ?? null,
      }),
    async deleteExpired() {
      await deleteExpiredChallenges(db, now());
      await deleteExpiredSessions(db, now());
      await deleteOldKeys(db, now());
    },
  };
}
