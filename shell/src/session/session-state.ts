import type { User } from '@touchline/api/http/auth';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** AUTH-03: `loading` until the stored session has been restored or rejected. */
export interface SessionState {
  status: 'loading' | 'guest' | 'player';
  token: string | null;
  user: User | null;
}

/** The store of the page's session. */
export type SessionHolder = StoreApi<SessionState>;

export const createSessionHolder = (): SessionHolder =>
  createStore<SessionState>(() => ({ status: 'loading', token: null, user: null }));
