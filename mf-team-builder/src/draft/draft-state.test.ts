import { autoFill, giveArmband, removePlayer } from '@touchline/rules/draft';
import { listSlots } from '@touchline/rules/formations';
import type { PositionsById } from '@touchline/rules/lineup';
import { POSITION_TARGETS, POSITIONS } from '@touchline/rules/squad';
import { describe, expect, it } from 'vitest';
import { type DraftState, draftState, dropUnknownPlayers, EMPTY_STATE, pickPlayer } from './draft-state.ts';

/** 2 GK (11, 12), 5 DEF (21-25), 5 MID (31-35), 3 FWD (41-43), and the midfielder 39 and the defender 29 of another team. */
const positions: PositionsById = new Map([
  ...POSITIONS.flatMap((position) =>
    Array.from(
      { length: POSITION_TARGETS[position] },
      (_, at) => [position * 10 + at + 1, position] as const,
    ),
  ),
  [39, 3],
  [29, 2],
]);
const draft = autoFill(
  [...positions.keys()].filter((id) => id % 10 < 9),
  '3-4-3',
  positions,
);
const full: DraftState = { ...EMPTY_STATE, draft };

describe('picked player', () => {
  it('a replacement takes the slot of the replaced player, even in a full squad', () => {
    const { slots, bench } = pickPlayer(draft, 39, positions, { slot: 'mid-1', replacing: 31 });
    expect(slots).toEqual(draft.slots.map((id) => (id === 31 ? 39 : id)));
    expect(bench).toEqual(draft.bench);
  });

  it('a replacement takes the place of the replaced player on the bench', () => {
    const { slots, bench } = pickPlayer(draft, 29, positions, { slot: 'bench-2', replacing: 24 });
    expect(bench).toEqual([12, 29, 25, 35]);
    expect(slots).toEqual(draft.slots);
  });

  it('a replacement without a given slot takes that of the replaced player and no armband', () => {
    const worn = removePlayer(giveArmband(draft, 'captain_id', 33), 31);
    const replaced = pickPlayer(worn, 39, positions, { replacing: 33 });
    expect(listSlots('3-4-3')[replaced.slots.indexOf(39)]?.id).toBe('mid-3');
    expect(replaced.captain_id).toBeNull();
  });
});

describe('reloaded players', () => {
  it('players who left the feed or have another position than their slot leave the draft', () => {
    expect(dropUnknownPlayers(draft, positions)).toBe(draft);
    const reloaded = new Map([...positions, [21, 3] as const]);
    reloaded.delete(12);
    reloaded.delete(41);
    expect(dropUnknownPlayers(draft, reloaded)).toEqual(
      [12, 21, 41].reduce((rest, id) => removePlayer(rest, id), draft),
    );
  });

  it('a bench player leaves the draft whose new position is full', () => {
    expect(draft.bench).toContain(35);
    expect(dropUnknownPlayers(draft, new Map([...positions, [35, 2] as const]))).toEqual(
      removePlayer(draft, 35),
    );
    const withoutDefender = removePlayer(draft, 21);
    expect(dropUnknownPlayers(withoutDefender, new Map([...positions, [35, 2] as const]))).toBe(
      withoutDefender,
    );
  });
});

describe('stored draft', () => {
  it('a stored draft is restored as it was saved', () => {
    expect(draftState.parse(full)).toEqual(full);
    expect(draftState.parse(EMPTY_STATE)).toEqual(EMPTY_STATE);
  });

  const broken: [string, unknown][] = [
    ['no object', 7],
    ['an unknown formation', { ...full, draft: { ...draft, formation: '2-2-2' } }],
    ['too few slots', { ...full, draft: { ...draft, slots: [] } }],
    ['a player twice', { ...full, draft: { ...draft, bench: [11, ...draft.bench.slice(1)] } }],
    ['a captain on the bench', { ...full, draft: { ...draft, captain_id: 12 } }],
    ['one player with both bands', { ...full, draft: { ...draft, captain_id: 41, vice_captain_id: 41 } }],
  ];
  it.each(broken)('a stored draft with %s is rejected', (_, damaged) => {
    expect(() => draftState.parse(damaged)).toThrow();
  });
});
