import type { Game } from '@touchline/api/http/games';
import type { Draft } from '@touchline/rules/draft';
import type { PositionsById } from '@touchline/rules/lineup';
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import type { BuilderPlayer } from '../football/builder-players.ts';
import type { Upcoming } from '../football/use-upcoming.ts';
import type { ChosenGame } from '../game/chosen-game.ts';
import { type DraftState, getDraftedIds } from './draft-state.ts';
import { type DraftStore, draftActions } from './draft-store.ts';

/** Data shared by all components of the builder. */
export interface Builder {
  /** The draft. */
  store: DraftStore;
  chosen: ChosenGame;
  /** Null if it was not found. */
  game: Game | null;
  players: readonly BuilderPlayer[];
  byId: ReadonlyMap<number, BuilderPlayer>;
  positions: PositionsById;
  /** The first matches that count for the team, by club; null while loading. */
  upcoming: Upcoming | null;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
  /** Opens a player's details. */
  showDetails: (player: BuilderPlayer) => void;
}

export const BuilderContext = createContext<Builder | null>(null);

export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (!builder) throw new Error('useBuilder() must be used inside BuilderContext');
  return builder;
}

export function useDraft(): DraftState {
  const { store } = useBuilder();
  return useSyncExternalStore(store.subscribe, store.getState);
}

/** Returns the players in the draft: the field in slot order, then the bench. */
export function useSquad(): BuilderPlayer[] {
  const { byId } = useBuilder();
  const state = useDraft();
  return useMemo(() => getDraftedIds(state).flatMap((id) => byId.get(id) ?? []), [state, byId]);
}

/** Returns the function that changes the places of the draft's players and returns the changed draft. */
export function useArrange() {
  const { store, positions } = useBuilder();
  return useCallback(
    (change: (draft: Draft, positions: PositionsById) => Draft) => {
      const { draft } = store.getState();
      const changed = change(draft, positions);
      if (changed !== draft) store.dispatch(draftActions.arranged(changed));
      return changed;
    },
    [store, positions],
  );
}
