import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { User } from '@touchline/api/http/auth';

/** AUTH-03: `loading` until the stored session has been restored or refused. */
export interface SessionState {
  status: 'loading' | 'guest' | 'player';
  token: string | null;
  user: User | null;
}

const first: SessionState = { status: 'loading', token: null, user: null };

const slice = createSlice({
  name: 'session',
  initialState: first,
  reducers: {
    /** A stored token whose user is not known yet. */
    tokenFound: (state, { payload }: PayloadAction<string>) => {
      state.token = payload;
    },
    signedIn: (_, { payload }: PayloadAction<{ token: string; user: User }>): SessionState => ({
      status: 'player',
      ...payload,
    }),
    signedOut: (): SessionState => ({ status: 'guest', token: null, user: null }),
  },
});

export const { tokenFound, signedIn, signedOut } = slice.actions;
export const sessionReducer = slice.reducer;
