import { listSlots } from '@touchline/rules/formations';
import { POSITION_TARGETS, POSITIONS, type Position } from '@touchline/rules/squad';
import { describe, expect, it } from 'vitest';
import { draftActions, draftReducer } from './draft-slice.ts';
import { type DraftState, EMPTY_STATE, getDraftedIds, parseDraft } from './draft-state.ts';

type Action = Parameters<typeof draftReducer>[1];
const play = (actions: Action[], from: DraftState = EMPTY_STATE) => actions.reduce(draftReducer, from);

const GK = (id: number) => draftActions.playerPicked({ id, position: 1 });
const DEF = (id: number) => draftActions.playerPicked({ id, position: 2 });
const MID = (id: number) => draftActions.playerPicked({ id, position: 3 });

/** 2 GK (11, 12), 5 DEF (21-25), 5 MID (31-35), 3 FWD (41-43). */
const SQUAD = POSITIONS.flatMap((position) =>
  Array.from({ length: POSITION_TARGETS[position] }, (_, at) => ({ id: position * 10 + at + 1, position })),
);
const full = play(SQUAD.map(draftActions.playerPicked));
const slotOf = ({ draft }: DraftState, id: number) => listSlots(draft.formation)[draft.slots.indexOf(id)]?.id;

describe('squad draft', () => {
  it('BUILD-11 the draft starts as an empty 3-4-3', () => {
    expect(EMPTY_STATE.draft.formation).toBe('3-4-3');
    expect(getDraftedIds(EMPTY_STATE)).toEqual([]);
  });

  it('BUILD-25 a picked player fills the first slot of the position; removing the player frees it', () => {
    const picked = play([GK(11), DEF(21), DEF(22)]);
    expect([slotOf(picked, 11), slotOf(picked, 21), slotOf(picked, 22)]).toEqual(['gk-1', 'def-1', 'def-2']);
    const removed = play([draftActions.playerRemoved(11)], picked);
    expect(removed.draft.slots[0]).toBeNull();
    expect(removed.positions).toEqual({ 21: 2, 22: 2 });
  });

  it('BUILD-25 a player fills the slot that was opened', () => {
    const picked = play([draftActions.playerPicked({ id: 31, position: 3, slot: 'mid-3' })]);
    expect(slotOf(picked, 31)).toBe('mid-3');
  });

  it('BUILD-25 a player without a free slot of the position goes to the bench, goalkeepers first', () => {
    const state = play([DEF(21), DEF(22), DEF(23), DEF(24), GK(11), GK(12)]);
    expect(state.draft.bench).toEqual([12, 24]);
  });

  it('BUILD-29 a duplicate and a sixteenth player are ignored', () => {
    expect(play([GK(11)], full)).toBe(full);
    expect(play([MID(99)], full)).toBe(full);
    expect(getDraftedIds(full)).toHaveLength(15);
  });

  it('a replacement takes the slot of the replaced player, even in a full squad', () => {
    const state = play(
      [draftActions.playerPicked({ id: 99, position: 3, slot: 'mid-1', replacing: 31 })],
      full,
    );
    expect(slotOf(state, 99)).toBe('mid-1');
    expect(getDraftedIds(state)).toHaveLength(15);
    expect(getDraftedIds(state)).not.toContain(31);
  });

  it('a replacement takes the place of the replaced player on the bench', () => {
    const state = play(
      [draftActions.playerPicked({ id: 99, position: 2, slot: 'bench-2', replacing: 24 })],
      full,
    );
    expect(state.draft.bench).toEqual([12, 99, 25, 35]);
    expect(state.draft.slots).toEqual(full.draft.slots);
    expect(parseDraft(JSON.stringify(state))).toEqual(state);
  });

  it('a replacement without a given slot takes that of the replaced player and no armband', () => {
    const state = play(
      [
        draftActions.captainChosen(33),
        draftActions.playerRemoved(31),
        draftActions.playerPicked({ id: 99, position: 3, replacing: 33 }),
      ],
      full,
    );
    expect(slotOf(state, 99)).toBe('mid-3');
    expect(state.draft.captain_id).toBeNull();
    expect(parseDraft(JSON.stringify(state))).toEqual(state);
  });

  it('BUILD-26 a new formation keeps the players who fit and benches the rest', () => {
    const state = play([draftActions.formationChosen('5-4-1')], full);
    expect(state.draft.slots).toEqual([11, 21, 22, 23, 24, 25, 31, 32, 33, 34, 41]);
    expect(state.draft.bench).toEqual([12, 35, 42, 43]);
  });

  it('BUILD-27 Clear All empties squad and pitch and keeps the formation', () => {
    const state = play([draftActions.formationChosen('4-4-2'), draftActions.cleared()], full);
    expect(getDraftedIds(state)).toEqual([]);
    expect(state.positions).toEqual({});
    expect(state.draft.formation).toBe('4-4-2');
    expect(state.draft.slots).toHaveLength(11);
  });

  it('BUILD-22 choosing the vice-captain as captain swaps the armbands', () => {
    const chosen = play([draftActions.captainChosen(41), draftActions.viceCaptainChosen(31)], full);
    const swapped = play([draftActions.captainChosen(31)], chosen);
    expect(swapped.draft).toMatchObject({ captain_id: 31, vice_captain_id: 41 });
  });

  it('BUILD-22 bench players cannot wear an armband', () => {
    expect(play([draftActions.captainChosen(12)], full)).toBe(full);
    const benched = play([draftActions.captainChosen(41), draftActions.benched(41)], full);
    expect(benched.draft.captain_id).toBeNull();
  });

  it('a swap exchanges a field and a bench player', () => {
    const state = play(
      [draftActions.captainChosen(23), draftActions.swapped({ field: 23, bench: 24 })],
      full,
    );
    expect(slotOf(state, 24)).toBe('def-3');
    expect(state.draft.bench).toEqual([12, 23, 25, 35]);
    expect(state.draft.captain_id).toBeNull();
  });

  it('benched players return to a free slot and move within the bench behind the goalkeeper', () => {
    const benched = play([draftActions.benched(21)], full);
    expect(benched.draft.bench).toEqual([12, 24, 25, 35, 21]);
    expect(slotOf(play([draftActions.fielded({ id: 25 })], benched), 25)).toBe('def-1');
    expect(play([draftActions.benchMoved({ id: 24, by: -1 })], benched).draft.bench[0]).toBe(12);
    expect(play([draftActions.benchMoved({ id: 35, by: -1 })], benched).draft.bench).toEqual([
      12, 24, 35, 25, 21,
    ]);
  });

  it('BUILD-12 Random Pick completes the squad and fills the pitch', () => {
    const some = play([DEF(25), draftActions.benched(25)]);
    const rest = SQUAD.filter((player) => player.id !== 25);
    const state = play([draftActions.squadCompleted({ keep: [25], players: rest })], some);
    expect(getDraftedIds(state)).toHaveLength(15);
    expect(state.draft.slots).not.toContain(null);
    expect(state.draft.bench).toContain(25);
    expect(state.random_ids).toHaveLength(14);
    expect(state.random_ids).not.toContain(25);
  });

  it('BUILD-12 a second Random Pick replaces the players of the first', () => {
    const first = play([DEF(21), draftActions.squadCompleted({ keep: [21], players: SQUAD.slice(3, 5) })]);
    const again = play(
      [draftActions.squadCompleted({ keep: [21], players: [{ id: 99, position: 4 }] })],
      first,
    );
    expect(getDraftedIds(again)).toEqual([21, 99]);
    expect(again.random_ids).toEqual([99]);
  });
});

describe('stored draft', () => {
  it('a stored draft is restored as it was saved', () => {
    expect(parseDraft(JSON.stringify(full))).toEqual(full);
    expect(parseDraft(JSON.stringify(EMPTY_STATE))).toEqual(EMPTY_STATE);
  });

  const broken: [string, (state: DraftState) => unknown][] = [
    ['no object', () => 7],
    ['an unknown formation', (state) => ({ ...state, draft: { ...state.draft, formation: '2-2-2' } })],
    ['too few slots', (state) => ({ ...state, draft: { ...state.draft, slots: [] } })],
    [
      'a player twice',
      (state) => ({ ...state, draft: { ...state.draft, bench: [11, ...state.draft.bench.slice(1)] } }),
    ],
    ['a defender in goal', (state) => ({ ...state, positions: { ...state.positions, 11: 2 as Position } })],
    ['a player without a position', (state) => ({ ...state, positions: {} })],
    ['a captain on the bench', (state) => ({ ...state, draft: { ...state.draft, captain_id: 12 } })],
    [
      'one player with both bands',
      (state) => ({ ...state, draft: { ...state.draft, captain_id: 41, vice_captain_id: 41 } }),
    ],
  ];
  it.each(broken)('a stored draft with %s is rejected', (_, damage) => {
    expect(() => parseDraft(JSON.stringify(damage(full)))).toThrow();
  });
});
