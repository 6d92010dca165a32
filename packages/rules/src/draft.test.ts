import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  autoFill,
  changeFormation,
  type Draft,
  toDraft,
  emptyDraft,
  fieldPlayers,
  fillFreeSlots,
  giveArmband,
  keepLockedBench,
  moveOnBench,
  moveToBench,
  moveToField,
  placePlayer,
  proposeArmbands,
  removePlayer,
  swapWithBench,
  toLineup,
} from './draft.ts';
import { FORMATIONS, listSlots } from './formations.ts';
import { checkLineup } from './lineup.ts';
import { BENCH, buildLineup, POSITIONS_BY_ID as POSITIONS } from './testing/teams.ts';

const ALL = [...POSITIONS.keys()];
const full: Draft = toDraft({ ...buildLineup(), formation: '3-4-3' });
const slotOf = (draft: Draft, id: number) => {
  const index = draft.slots.indexOf(id);
  return index === -1 ? null : listSlots(draft.formation)[index]!.id;
};

describe('proposing armbands', () => {
  const none = { ...full, captain_id: null, vice_captain_id: null };

  it('gives both to the best outfield starters', () => {
    const [benched] = full.bench;
    const [keeper, first, second] = full.slots as number[];
    const merit = [keeper!, benched!, second!, first!];
    const proposed = proposeArmbands(none, merit, POSITIONS);
    expect([proposed.captain_id, proposed.vice_captain_id]).toEqual([second, first]);
  });

  it('keeps what was chosen, a goalkeeper too', () => {
    const [keeper, first] = full.slots as number[];
    const proposed = proposeArmbands({ ...none, captain_id: keeper! }, [keeper!, first!], POSITIONS);
    expect([proposed.captain_id, proposed.vice_captain_id]).toEqual([keeper, first]);
  });
});

describe('placing and removing players', () => {
  it('BUILD-25 a picked goalkeeper goes to gk-1, removing him empties it', () => {
    const picked = placePlayer(emptyDraft(), 1, POSITIONS);
    expect(slotOf(picked, 1)).toBe('gk-1');
    expect(fieldPlayers(removePlayer(picked, 1))).toEqual([]);
  });

  it('BUILD-25 a player goes to the slot that was clicked', () => {
    expect(slotOf(placePlayer(emptyDraft(), 5, POSITIONS, 'mid-3'), 5)).toBe('mid-3');
  });

  it('BUILD-25 a slot of another position, or a taken one, gives way to the first free one', () => {
    expect(slotOf(placePlayer(emptyDraft(), 5, POSITIONS, 'fwd-1'), 5)).toBe('mid-1');
    const taken = placePlayer(emptyDraft(), 5, POSITIONS, 'mid-1');
    expect(slotOf(placePlayer(taken, 6, POSITIONS, 'mid-1'), 6)).toBe('mid-2');
  });

  it('BUILD-25 without a free slot a player goes to the bench, goalkeepers first', () => {
    const draft = autoFill([2, 3, 4, 13, 1, 12], '3-4-3', POSITIONS);
    expect(draft.bench).toEqual([12, 13]);
  });

  it('BUILD-25 placing a player again moves him', () => {
    const moved = placePlayer(placePlayer(emptyDraft(), 5, POSITIONS), 5, POSITIONS, 'mid-4');
    expect(fieldPlayers(moved)).toEqual([5]);
    expect(slotOf(moved, 5)).toBe('mid-4');
  });

  it('BUILD-27 an empty draft has no players', () => {
    expect(emptyDraft()).toEqual({
      formation: '3-4-3',
      slots: new Array(11).fill(null),
      bench: [],
      captain_id: null,
      vice_captain_id: null,
    });
  });

  it('BUILD-22 a captain who leaves the field loses the armband', () => {
    expect(removePlayer(full, 9)).toMatchObject({ captain_id: null, vice_captain_id: 5 });
    expect(moveToBench(full, 5, POSITIONS)).toMatchObject({ captain_id: 9, vice_captain_id: null });
    expect(placePlayer(full, 13, POSITIONS).captain_id).toBe(9);
  });
});

describe('moving between field and bench', () => {
  it('VIEW-10 down empties the slot, up takes the first free slot of the position', () => {
    const down = moveToBench(full, 3, POSITIONS);
    expect(down.slots[2]).toBeNull();
    expect(down.bench).toEqual([12, 13, 14, 15, 3]);
    const up = moveToField(down, 14, POSITIONS);
    expect(slotOf(up, 14)).toBe('def-2');
    expect(up.bench).toEqual([12, 13, 15, 3]);
  });

  it('VIEW-10 up does nothing without a free slot', () => {
    expect(moveToField(full, 13, POSITIONS)).toBe(full);
  });

  it('changes the priority of the outfield bench, never the goalkeeper’s place', () => {
    expect(moveOnBench(full, 14, -1, POSITIONS).bench).toEqual([12, 14, 13, 15]);
    expect(moveOnBench(full, 14, 1, POSITIONS).bench).toEqual([12, 13, 15, 14]);
    expect(moveOnBench(full, 13, -1, POSITIONS).bench).toEqual(BENCH);
    expect(moveOnBench(full, 15, 1, POSITIONS).bench).toEqual(BENCH);
    expect(moveOnBench(full, 9, 1, POSITIONS).bench).toEqual(BENCH);
  });

  it('changes the priority past locked players, who keep theirs', () => {
    const locked = new Set([14]);
    expect(moveOnBench(full, 15, -1, POSITIONS, locked).bench).toEqual([12, 15, 14, 13]);
    expect(moveOnBench(full, 13, 1, POSITIONS, locked).bench).toEqual([12, 15, 14, 13]);
    expect(moveOnBench(full, 14, 1, POSITIONS, locked).bench).toEqual(BENCH);
    expect(moveOnBench(full, 13, 1, POSITIONS, new Set([14, 15])).bench).toEqual(BENCH);
  });

  it('swaps a field and a bench player; the player who leaves loses the armband', () => {
    const swapped = swapWithBench(full, 5, 15);
    expect(slotOf(swapped, 15)).toBe('mid-1');
    expect(swapped).toMatchObject({ bench: [12, 13, 14, 5], captain_id: 9, vice_captain_id: null });
    expect(swapWithBench(full, 15, 5)).toBe(full);
  });

  it('BUILD-22 VIEW-12 armbands go to field players only, and nobody has both', () => {
    expect(giveArmband(full, 'captain_id', 15)).toBe(full);
    expect(giveArmband(full, 'captain_id', 11)).toMatchObject({ captain_id: 11, vice_captain_id: 5 });
    expect(giveArmband(full, 'captain_id', 5)).toMatchObject({ captain_id: 5, vice_captain_id: 9 });
    expect(giveArmband(full, 'vice_captain_id', null)).toMatchObject({
      captain_id: 9,
      vice_captain_id: null,
    });
  });
});

describe('changing the formation', () => {
  it('BUILD-26 keeps players who fit, benches the rest and fills free slots from the bench', () => {
    const draft = changeFormation(full, '5-4-1', POSITIONS);
    expect(draft.slots).toEqual([1, 2, 3, 4, 13, 14, 5, 6, 7, 8, 9]);
    expect(draft.bench).toEqual([12, 15, 10, 11]);
    expect(draft.captain_id).toBe(9);
  });

  it('BUILD-26 5-4-1 has 5, 4 and 1 slots also when empty', () => {
    expect(changeFormation(emptyDraft(), '5-4-1', POSITIONS)).toEqual(emptyDraft('5-4-1'));
  });

  it('keeps locked players on the field and on the bench', () => {
    const draft = changeFormation(full, '4-4-2', POSITIONS, new Set([11, 13]));
    expect(draft.slots).toEqual([1, 2, 3, 4, 14, 5, 6, 7, 8, 9, 11]);
    expect(draft.bench).toEqual([12, 13, 15, 10]);
  });

  it('VIEW-14 4-4-2 takes the first goalkeeper, 4 DEF, 4 MID and 2 FWD in list order', () => {
    const draft = autoFill(ALL.toReversed(), '4-4-2', POSITIONS);
    expect(draft.slots).toEqual([12, 14, 13, 4, 3, 15, 8, 7, 6, 11, 10]);
    expect(draft.bench).toEqual([1, 9, 5, 2]);
  });

  it('any full squad in any formation is a legal lineup, whatever was done before', () => {
    const step = fc.record({
      kind: fc.constantFrom('down', 'up', 'formation', 'out and in'),
      id: fc.integer({ min: 1, max: 15 }),
      formation: fc.constantFrom(...FORMATIONS).map((each) => each.name),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let draft = full;
        for (const { kind, id, formation } of steps) {
          if (kind === 'down') draft = moveToBench(draft, id, POSITIONS);
          if (kind === 'up') draft = moveToField(draft, id, POSITIONS);
          if (kind === 'formation') draft = changeFormation(draft, formation, POSITIONS);
          if (kind === 'out and in') draft = placePlayer(removePlayer(draft, id), id, POSITIONS);
          expect([...fieldPlayers(draft), ...draft.bench].sort((a, b) => a - b)).toEqual(ALL);
        }
        const lineup = toLineup(fillFreeSlots(draft, POSITIONS));
        expect(checkLineup(lineup!, POSITIONS)).toEqual([]);
      }),
    );
  });
});

describe('to and from a lineup', () => {
  it('returns the saved lineup when nothing changed', () => {
    const { saved_at: _saved, ...lineup } = buildLineup();
    expect(toLineup(full)).toEqual(lineup);
  });

  it('VIEW-12 fills in missing armbands', () => {
    expect(toLineup({ ...full, captain_id: null, vice_captain_id: null })).toMatchObject({
      captain_id: 1,
      vice_captain_id: 2,
    });
  });

  it('BUILD-34 is no lineup with ten on the pitch', () => {
    expect(toLineup(moveToBench(full, 9, POSITIONS))).toBeNull();
    expect(toLineup(removePlayer(full, 13))).toBeNull();
  });
});

describe('keepLockedBench', () => {
  it.each<[string, number[], number[], number[]]>([
    ['nothing locked', [12, 15, 13, 14], [], [12, 15, 13, 14]],
    ['a locked player returns to his index', [12, 13, 15, 3], [15], [12, 13, 3, 15]],
    ['two locked players', [12, 14, 15, 3], [14, 15], [12, 3, 14, 15]],
    ['a locked newcomer has no index to keep', [12, 3, 13, 14], [3], [12, 3, 13, 14]],
  ])('%s', (_title, bench, locked, expected) => {
    expect(keepLockedBench(bench, BENCH, new Set(locked))).toEqual(expected);
  });
});
