import { configureStore } from '@touchline/host/redux';
import { draftActions, draftReducer } from './draft-slice.ts';
import { type DraftState, EMPTY_STATE, getDraftedIds, parseDraft } from './draft-state.ts';

/** Builds the storage key of a draft: one per wallet, mode and game. */
export const buildDraftKey = (wallet: string, mode: string, gameId: string | undefined) =>
  `touchline.draft.${wallet}.${mode}.${gameId ?? 'next'}`;

export type DraftStore = ReturnType<typeof createDraftStore>;

interface DraftStoreOptions {
  storage: Storage;
  key: string;
  /** The current players. */
  players: readonly { id: number; position: number }[];
}

/** Creates a store that restores the draft of the current players from storage and saves every change. */
export function createDraftStore({ storage, key, players }: DraftStoreOptions) {
  const team = restore(storage, key);
  const store = configureStore({ reducer: { team: draftReducer }, preloadedState: { team } });
  dropUnknownPlayers(store, players);
  store.subscribe(() => save(storage, key, store.getState().team));
  return store;
}

/** Removes players who left the feed or changed position. */
export function dropUnknownPlayers(
  { dispatch, getState }: Pick<DraftStore, 'dispatch' | 'getState'>,
  players: DraftStoreOptions['players'],
): void {
  const { team } = getState();
  const positions = new Map(players.map(({ id, position }) => [id, position]));
  for (const id of getDraftedIds(team))
    if (positions.get(id) !== team.positions[id]) dispatch(draftActions.playerRemoved(id));
}

/** The store's state. */
export interface DraftRoot {
  team: DraftState;
}

function restore(storage: Storage, key: string): DraftState {
  const text = storage.getItem(key);
  if (text === null) return EMPTY_STATE;
  try {
    return parseDraft(text);
  } catch {
    storage.removeItem(key);
    return EMPTY_STATE;
  }
}

function save(storage: Storage, key: string, state: DraftState): void {
  try {
    storage.setItem(key, JSON.stringify(state));
  } catch {
    // Storage may be full or blocked. A reload then loses the draft.
  }
}
