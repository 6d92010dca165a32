import { configureStore } from '@touchline/host/redux';
import { draftActions, draftReducer } from './draft-slice.ts';
import { type DraftState, draftedIds, EMPTY_STATE, parseDraft } from './draft-state.ts';

/** Where the draft for one game is kept; one per mode and game, so that two teams in the making never mix. */
export const draftKey = (mode: string, gameId: string | undefined) =>
  `touchline.draft.${mode}.${gameId ?? 'next'}`;

export type DraftStore = ReturnType<typeof createDraftStore>;

interface DraftHome {
  storage: Storage;
  key: string;
  /** Who can be in a team at all; players whom the feed no longer has leave a restored draft. */
  positions: ReadonlyMap<number, number>;
}

/** A store for the team being built, which begins with what the last visit left and keeps every change. */
export function createDraftStore({ storage, key, positions }: DraftHome) {
  const team = leaveOut(restore(storage, key), positions);
  const store = configureStore({ reducer: { team: draftReducer }, preloadedState: { team } });
  store.subscribe(() => keep(storage, key, store.getState().team));
  return store;
}

/** What the store holds. */
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

function keep(storage: Storage, key: string, state: DraftState): void {
  try {
    storage.setItem(key, JSON.stringify(state));
  } catch {
    // A full or forbidden storage only costs the restore after a reload.
  }
}

function leaveOut(state: DraftState, positions: DraftHome['positions']): DraftState {
  return draftedIds(state)
    .filter((id) => positions.get(id) !== state.positions[id])
    .reduce((left, id) => draftReducer(left, draftActions.playerRemoved(id)), state);
}
