import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  autoFill,
  changeFormation,
  type Draft,
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
  toDraft,
  toLineup,
} from './draft.ts';
import { FORMATIONS, listSlots } from './formations.ts';
import { checkLineup } from './lineup.ts';
import { BENCH, buildLineup, POSITIONS_BY_ID as POSITIONS } from './testing/teams.ts';

const ALL = [...POSITIONS.keys()];
const full: Draft = toDraft({ ...buildLineup(), formation: '3-4-3' });
const findSlot = (draft: Draft, id: number) => {
  const index = draft.slots.indexOf(id);
  return index === -1 ? null : listSlots(draft.formation)[index]!.id;
};

describe('proposing armbands', () => {
  const none = { ...full, captain_id: null, vice_captain_id: null };

  it('the best outfield starters get missing armbands', () => {
    const [benched] = full.bench;
    const [keeper, first, second] = full.slots as number[];
    const merit = [keeper!, benched!, second!, first!];
    const proposed = proposeArmbands(none, merit, POSITIONS);
    expect([proposed.captain_id, proposed.vice_captain_id]).toEqual([second, first]);
  });

  it('chosen armbands are kept, including a goalkeeper’s', () => {
    const [keeper, first] = full.slots as number[];
    const proposed = proposeArmbands({ ...none, captain_id: keeper! }, [keeper!, first!], POSITIONS);
    expect([proposed.captain_id, proposed.vice_captain_id]).toEqual([keeper, first]);
  });

  it('a player with an armband does not get the other one', () => {
    const [, first, second] = full.slots as number[];
    const merit = [first!, second!];
    const led = proposeArmbands({ ...none, captain_id: first! }, merit, POSITIONS);
    expect([led.captain_id, led.vice_captain_id]).toEqual([first, second]);
    const assisted = proposeArmbands({ ...none, vice_captain_id: first! }, merit, POSITIONS);
    expect([assisted.captain_id, assisted.vice_captain_id]).toEqual([second, first]);
  });
});

describe('placing and removing players', () => {
  it('BUILD-25 a picked goalkeeper goes to gk-1, and removal empties the slot', () => {
    const picked = placePlayer(emptyDraft(), 1, POSITIONS);
    expect(findSlot(picked, 1)).toBe('gk-1');
    expect(fieldPlayers(removePlayer(picked, 1))).toEqual([]);
  });

  it('BUILD-25 a player goes to the slot that was clicked', () => {
    expect(findSlot(placePlayer(emptyDraft(), 5, POSITIONS, 'mid-3'), 5)).toBe('mid-3');
  });

  it('BUILD-25 a player goes to the first free slot if the given slot is taken or has another position', () => {
    expect(findSlot(placePlayer(emptyDraft(), 5, POSITIONS, 'fwd-1'), 5)).toBe('mid-1');
    const taken = placePlayer(emptyDraft(), 5, POSITIONS, 'mid-1');
    expect(findSlot(placePlayer(taken, 6, POSITIONS, 'mid-1'), 6)).toBe('mid-2');
  });

  it('BUILD-25 without a free slot a player goes to the bench, goalkeepers first', () => {
    const draft = autoFill([2, 3, 4, 13, 1, 12], '3-4-3', POSITIONS);
    expect(draft.bench).toEqual([12, 13]);
  });

  it('BUILD-25 placing a player again moves the player', () => {
    const moved = placePlayer(placePlayer(emptyDraft(), 5, POSITIONS), 5, POSITIONS, 'mid-4');
    expect(fieldPlayers(moved)).toEqual([5]);
    expect(findSlot(moved, 5)).toBe('mid-4');
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
  it('VIEW-10 moving down empties the slot, moving up takes the first free slot of the position', () => {
    const down = moveToBench(full, 3, POSITIONS);
    expect(down.slots[2]).toBeNull();
    expect(down.bench).toEqual([12, 13, 14, 15, 3]);
    const up = moveToField(down, 14, POSITIONS);
    expect(findSlot(up, 14)).toBe('def-2');
    expect(up.bench).toEqual([12, 13, 15, 3]);
  });

  it('VIEW-10 moving up without a free slot changes nothing', () => {
    expect(moveToField(full, 13, POSITIONS)).toBe(full);
  });

  it('a move on the bench changes outfield priorities, never the goalkeeper’s place', () => {
    expect(moveOnBench(full, 14, -1, POSITIONS).bench).toEqual([12, 14, 13, 15]);
    expect(moveOnBench(full, 14, 1, POSITIONS).bench).toEqual([12, 13, 15, 14]);
    expect(moveOnBench(full, 13, -1, POSITIONS).bench).toEqual(BENCH);
    expect(moveOnBench(full, 15, 1, POSITIONS).bench).toEqual(BENCH);
    expect(moveOnBench(full, 9, 1, POSITIONS).bench).toEqual(BENCH);
  });

  it('a move on the bench skips locked players', () => {
    const locked = new Set([14]);
    expect(moveOnBench(full, 15, -1, POSITIONS, locked).bench).toEqual([12, 15, 14, 13]);
    expect(moveOnBench(full, 13, 1, POSITIONS, locked).bench).toEqual([12, 15, 14, 13]);
    expect(moveOnBench(full, 14, 1, POSITIONS, locked).bench).toEqual(BENCH);
    expect(moveOnBench(full, 13, 1, POSITIONS, new Set([14, 15])).bench).toEqual(BENCH);
  });

  it('a swap of a field and a bench player removes the armband of the player who leaves', () => {
    const swapped = swapWithBench(full, 5, 15);
    expect(findSlot(swapped, 15)).toBe('mid-1');
    expect(swapped).toMatchObject({ bench: [12, 13, 14, 5], captain_id: 9, vice_captain_id: null });
    expect(swapWithBench(full, 15, 5)).toBe(full);
    expect(swapWithBench(full, 5, 99)).toBe(full);
    expect(swapWithBench(full, 99, 15)).toBe(full);
  });

  it('BUILD-22 VIEW-12 only field players get armbands, and no player has both', () => {
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
  it('BUILD-26 players who fit remain, the rest go to the bench, and free slots are filled from the bench', () => {
    const draft = changeFormation(full, '5-4-1', POSITIONS);
    expect(draft.slots).toEqual([1, 2, 3, 4, 13, 14, 5, 6, 7, 8, 9]);
    expect(draft.bench).toEqual([12, 15, 10, 11]);
    expect(draft.captain_id).toBe(9);
  });

  it('BUILD-26 an empty 5-4-1 has 5, 4 and 1 slots', () => {
    expect(changeFormation(emptyDraft(), '5-4-1', POSITIONS)).toEqual(emptyDraft('5-4-1'));
  });

  it('locked players remain on the field or on the bench', () => {
    const draft = changeFormation(full, '4-4-2', POSITIONS, new Set([11, 13]));
    expect(draft.slots).toEqual([1, 2, 3, 4, 14, 5, 6, 7, 8, 9, 11]);
    expect(draft.bench).toEqual([12, 13, 15, 10]);
  });

  it('VIEW-14 auto-fill of a 4-4-2 takes the first goalkeeper, 4 DEF, 4 MID and 2 FWD in list order', () => {
    const draft = autoFill(ALL.toReversed(), '4-4-2', POSITIONS);
    expect(draft.slots).toEqual([12, 14, 13, 4, 3, 15, 8, 7, 6, 11, 10]);
    expect(draft.bench).toEqual([1, 9, 5, 2]);
  });

  it('a full squad results in a legal lineup after any sequence of moves', () => {
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

describe('conversion to and from a lineup', () => {
  it('an unchanged draft converts back to the saved lineup', () => {
    const { saved_at: _saved, ...lineup } = buildLineup();
    expect(toLineup(full)).toEqual(lineup);
  });

  it('VIEW-12 missing armbands are filled in', () => {
    expect(toLineup({ ...full, captain_id: null, vice_captain_id: null })).toMatchObject({
      captain_id: 1,
      vice_captain_id: 2,
    });
  });

  it('BUILD-34 a draft with ten players on the pitch is not a lineup', () => {
    expect(toLineup(moveToBench(full, 9, POSITIONS))).toBeNull();
    expect(toLineup(removePlayer(full, 13))).toBeNull();
  });
});

describe('keepLockedBench', () => {
  it.each<[string, number[], number[], number[]]>([
    ['without locked players the order is unchanged', [12, 15, 13, 14], [], [12, 15, 13, 14]],
    ['a locked player returns to the saved index', [12, 13, 15, 3], [15], [12, 13, 3, 15]],
    ['two locked players keep their indices', [12, 14, 15, 3], [14, 15], [12, 3, 14, 15]],
    ['a locked player who is new on the bench has no index to keep', [12, 3, 13, 14], [3], [12, 3, 13, 14]],
  ])('%s', (_title, bench, locked, expected) => {
    expect(keepLockedBench(bench, BENCH, new Set(locked))).toEqual(expected);
  });
});
