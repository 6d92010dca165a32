import { type User, user } from '@touchline/api/http/auth';

/** SHELL-08 */
export const TOKEN_KEY = 'auth_token';
const USER_KEY = 'user_data';

export interface StoredSession {
  token: string;
  /** Null if it cannot be read: the profile call returns it. */
  user: User | null;
}

/** The session of the last visit, or null. */
export function readStored(storage: Storage): StoredSession | null {
  const token = storage.getItem(TOKEN_KEY);
  return token ? { token, user: parseUser(storage.getItem(USER_KEY)) } : null;
}

function parseUser(text: string | null): User | null {
  try {
    return user.safeParse(JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

export function store(storage: Storage, session: { token: string; user: User }): void {
  // The user first: other tabs react to the token.
  storage.setItem(USER_KEY, JSON.stringify(session.user));
  storage.setItem(TOKEN_KEY, session.token);
}

export function clear(storage: Storage): void {
  storage.removeItem(TOKEN_KEY);
  storage.removeItem(USER_KEY);
}
