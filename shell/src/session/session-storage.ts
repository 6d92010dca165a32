import { type User, user } from '@touchline/api/http/auth';
import { tryStore } from '../storage.ts';

/** SHELL-08 */
export const TOKEN_KEY = 'auth_token';
export const USER_KEY = 'user_data';

export interface StoredSession {
  token: string;
  /** Null if it cannot be parsed. The profile request returns it then. */
  user: User | null;
}

/** Reads the session of the last visit. Null if there is none. */
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

/** Stores a session. @returns false if the storage is full; then no session is stored, not even the previous one */
export function writeStored(storage: Storage, { token, user }: { token: string; user: User }): boolean {
  // Write the user first, because other tabs react to the token.
  const stored = tryStore(storage, USER_KEY, JSON.stringify(user)) && tryStore(storage, TOKEN_KEY, token);
  if (!stored) clearStored(storage);
  return stored;
}

export function clearStored(storage: Storage): void {
  storage.removeItem(TOKEN_KEY);
  storage.removeItem(USER_KEY);
}
