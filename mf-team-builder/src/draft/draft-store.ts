import { configureStore } from '@touchline/host/redux';
import { draftActions, draftReducer } from './draft-slice.ts';
import { type DraftState, EMPTY_STATE, getDraftedIds, parseDraft } from './draft-state.ts';

/** Builds the storage key of a draft: one per mode and game. */
export const buildDraftKey = (mode: string, gameId: string | undefined) =>
  `touchline.draft.${mode}.${gameId ?? 'next'}`;

export type DraftStore = ReturnType<typeof createDraftStore>;

interface DraftStoreOptions {
  storage: Storage;
  key: string;
  /** Positions of the current players. Restoring drops players who left the feed or changed position. */
  positions: ReadonlyMap<number, number>;
}

/** Creates a store that restores the draft from storage and saves every change. */
export function createDraftStore({ storage, key, positions }: DraftStoreOptions) {
  const team = dropUnknownPlayers(restore(storage, key), positions);
  const store = configureStore({ reducer: { team: draftReducer }, preloadedState: { team } });
  store.subscribe(() => save(storage, key, store.getState().team));
  return store;
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

function dropUnknownPlayers(state: DraftState, positions: DraftStoreOptions['positions']): DraftState {
  return getDraftedIds(state)
    .filter((id) => positions.get(id) !== state.positions[id])
    .reduce((left, id) => draftReducer(left, draftActions.playerRemoved(id)), state);
}
