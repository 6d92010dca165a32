import { configureStore, createSlice, type PayloadAction } from '@touchline/host/redux';
import { type Draft, emptyDraft } from '@touchline/rules/draft';
import type { PositionsById } from '@touchline/rules/lineup';
import { z } from 'zod/mini';
import { createStoredTexts, parseStored, tryStore } from '../stored.ts';
import { type DraftState, draftState, EMPTY_STATE, getDraftedIds } from './draft-state.ts';

const draftSlice = createSlice({
  name: 'draft',
  initialState: EMPTY_STATE as DraftState,
  reducers: {
    /** A removed player who is picked again was chosen by the user. */
    arranged: (state, { payload: draft }: PayloadAction<Draft>) => {
      const ids = getDraftedIds({ draft });
      return { ...state, draft, random_ids: state.random_ids.filter((id) => ids.includes(id)) } as DraftState;
    },
    /** Random Pick, copy and undo; keeps the name. */
    replaced: (state, { payload }: PayloadAction<DraftState>) => ({ ...payload, team_name: state.team_name }),
    named: (state, { payload }: PayloadAction<string>) => ({ ...state, team_name: payload }),
    /** Keeps formation and name. */
    cleared: (state) => ({ ...state, draft: emptyDraft(state.draft.formation), random_ids: [] }),
  },
});

export const { reducer: draftReducer, actions: draftActions } = draftSlice;

const KEY_PREFIX = 'touchline.draft.';

/** Builds the storage key of a draft: one per wallet, mode and game. */
export const buildDraftKey = (wallet: string, mode: string, gameId: string | undefined) =>
  `${KEY_PREFIX}${wallet}.${mode}.${gameId ?? 'next'}`;

/** Stored with a draft. Ids of players are valid for one season; `ends_at` is the end of the game, null without a game. */
const validity = z.object({ season: z.string(), ends_at: z.nullable(z.string()) });
type Validity = z.infer<typeof validity>;

interface DraftStoreOptions extends Validity {
  key: string;
  positions: PositionsById;
}

/** Creates a store that restores the draft from storage and saves every change. Of two tabs, the last change wins. */
export function createDraftStore({ key, positions, season, ends_at }: DraftStoreOptions) {
  const preloadedState = parseStored(localStorage.getItem(key), draftState) ?? EMPTY_STATE;
  const store = configureStore({ reducer: draftReducer, preloadedState });
  store.subscribe(() => {
    const state = store.getState();
    // The previous release drops a stored draft without the positions of its players.
    const drafted = Object.fromEntries(getDraftedIds(state).map((id) => [id, positions.get(id)]));
    // If the storage is full, closing the tab loses the draft.
    tryStore(localStorage, key, JSON.stringify({ ...state, positions: drafted, season, ends_at }));
  });
  return store;
}

/** Removes the drafts of other seasons and of games that are over at `now` (epoch ms). */
export function dropOldDrafts(season: string, now: number): void {
  const drafts = createStoredTexts(KEY_PREFIX);
  for (const id of drafts.list()) {
    const stored = parseStored(drafts.find(id), validity);
    const isOver = stored?.ends_at && Date.parse(stored.ends_at) <= now;
    if (stored?.season !== season || isOver) drafts.remove(id);
  }
}

export type DraftStore = ReturnType<typeof createDraftStore>;
