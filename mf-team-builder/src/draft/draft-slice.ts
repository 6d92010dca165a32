import { createSlice, type PayloadAction } from '@touchline/host/redux';
import {
  changeFormation,
  type Draft,
  emptyDraft,
  fillFreeSlots,
  giveArmband,
  moveOnBench,
  moveToBench,
  moveToField,
  placePlayer,
  proposeArmbands,
  removePlayer,
  swapWithBench,
} from '@touchline/rules/draft';
import type { FormationName } from '@touchline/rules/formations';
import { type Position, SQUAD_SIZE } from '@touchline/rules/squad';
import { type DraftState, EMPTY_STATE, getDraftedIds, mapPositions } from './draft-state.ts';

interface Picked {
  id: number;
  position: Position;
  /** The preferred slot; ignored if it is taken or of another position. */
  slot?: string | undefined;
  /** The player of the same position whose place on the field or bench the picked player takes. */
  replacing?: number | undefined;
}

const draftSlice = createSlice({
  name: 'draft',
  initialState: EMPTY_STATE as DraftState,
  reducers: {
    playerPicked: (state, { payload }: PayloadAction<Picked>) => pickPlayer(state as DraftState, payload),
    playerRemoved: (state, { payload }: PayloadAction<number>) => dropPlayer(state as DraftState, payload),
    /** Random Pick: removes all but `keep`, then adds `players` in this order. */
    squadCompleted: (state, { payload }: PayloadAction<{ keep: number[]; players: Picked[] }>) =>
      completeSquad(state as DraftState, payload),
    formationChosen: (state, { payload }: PayloadAction<FormationName>) =>
      rearrange(state as DraftState, (draft, positions) => changeFormation(draft, payload, positions)),
    captainChosen: (state, { payload }: PayloadAction<number | null>) =>
      rearrange(state as DraftState, (draft) => giveArmband(draft, 'captain_id', payload)),
    viceCaptainChosen: (state, { payload }: PayloadAction<number | null>) =>
      rearrange(state as DraftState, (draft) => giveArmband(draft, 'vice_captain_id', payload)),
    /** Assigns missing armbands; the payload lists all player ids, best first. */
    armbandsProposed: (state, { payload }: PayloadAction<readonly number[]>) =>
      rearrange(state as DraftState, (draft, positions) => proposeArmbands(draft, payload, positions)),
    benched: (state, { payload }: PayloadAction<number>) =>
      rearrange(state as DraftState, (draft, positions) => moveToBench(draft, payload, positions)),
    fielded: (state, { payload }: PayloadAction<{ id: number; slot?: string | undefined }>) =>
      rearrange(state as DraftState, (draft, positions) =>
        moveToField(draft, payload.id, positions, payload.slot),
      ),
    swapped: (state, { payload }: PayloadAction<{ field: number; bench: number }>) =>
      rearrange(state as DraftState, (draft) => swapWithBench(draft, payload.field, payload.bench)),
    benchMoved: (state, { payload }: PayloadAction<{ id: number; by: -1 | 1 }>) =>
      rearrange(state as DraftState, (draft, positions) =>
        moveOnBench(draft, payload.id, payload.by, positions),
      ),
    named: (state, { payload }: PayloadAction<string>) => ({ ...state, team_name: payload }),
    /** Keeps formation and name. */
    cleared: (state) => ({
      ...EMPTY_STATE,
      team_name: state.team_name,
      draft: emptyDraft(state.draft.formation),
    }),
    /** Undo; keeps the name. */
    restored: (state, { payload }: PayloadAction<DraftState>) => ({ ...payload, team_name: state.team_name }),
  },
});

export const { reducer: draftReducer, actions: draftActions } = draftSlice;

type Arrange = (draft: Draft, positions: ReturnType<typeof mapPositions>) => Draft;

function rearrange(state: DraftState, arrange: Arrange): DraftState {
  const draft = arrange(state.draft, mapPositions(state));
  return draft === state.draft ? state : { ...state, draft };
}

/** Ignores duplicates and a sixteenth player (BUILD-29). The caller checks the other squad rules. */
function pickPlayer(state: DraftState, { id, position, slot, replacing }: Picked): DraftState {
  const base = replacing === undefined ? state : dropPlayer(state, replacing);
  const ids = getDraftedIds(base);
  if (ids.includes(id) || ids.length >= SQUAD_SIZE) return state;
  const next = { ...base, positions: { ...base.positions, [id]: position } };
  if (replacing !== undefined) {
    const replace = <Id extends number | null>(each: Id) => (each === replacing ? id : each);
    const { slots, bench } = state.draft;
    return { ...next, draft: { ...next.draft, slots: slots.map(replace), bench: bench.map(replace) } };
  }
  return rearrange(next, (draft, positions) => placePlayer(draft, id, positions, slot));
}

function dropPlayer(state: DraftState, id: number): DraftState {
  const { [id]: _, ...positions } = state.positions;
  return {
    ...state,
    draft: removePlayer(state.draft, id),
    positions,
    random_ids: state.random_ids.filter((each) => each !== id),
  };
}

function completeSquad(
  state: DraftState,
  { keep, players }: { keep: number[]; players: Picked[] },
): DraftState {
  const kept = getDraftedIds(state)
    .filter((id) => !keep.includes(id))
    .reduce(dropPlayer, state);
  const completed = players.reduce(pickPlayer, kept);
  const random_ids = [...kept.random_ids, ...players.map((player) => player.id)];
  return { ...rearrange(completed, fillFreeSlots), random_ids };
}
