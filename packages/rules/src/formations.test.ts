import { describe, expect, it } from 'vitest';
import {
  DEFAULT_FORMATION,
  FORMATIONS,
  findFormation,
  formationByName,
  isFormation,
  listSlots,
} from './formations.ts';

describe('formations', () => {
  it('CONST-05 there are exactly these seven formations', () => {
    expect(FORMATIONS.map((each) => each.name)).toEqual([
      '3-4-3',
      '3-5-2',
      '4-3-3',
      '4-4-2',
      '4-5-1',
      '5-3-2',
      '5-4-1',
    ]);
  });

  it.each(FORMATIONS)('CONST-05 $name has the counts in its name', (each) => {
    expect(each.name).toBe(`${each.defenders}-${each.midfielders}-${each.forwards}`);
    expect(each.defenders + each.midfielders + each.forwards).toBe(10);
    expect(findFormation(each)).toEqual(each);
    expect(formationByName(each.id)).toEqual(each);
  });

  it.each(['5-2-3', '3-3-4', '2-5-3', '', '343', '3-4-3 '])('CONST-05 %o is not a formation', (name) => {
    expect(isFormation(name)).toBe(false);
    expect(formationByName(name)).toBeNull();
  });

  it('the counts 5-2-3 are not a formation', () => {
    expect(findFormation({ defenders: 5, midfielders: 2, forwards: 3 })).toBeNull();
  });

  it('BUILD-11 the default formation is 3-4-3', () => {
    expect(DEFAULT_FORMATION).toBe('3-4-3');
  });

  it('BUILD-20 3-4-3 has the slots gk-1, def-1 to 3, mid-1 to 4, fwd-1 to 3', () => {
    expect(listSlots('3-4-3').map((slot) => slot.id)).toEqual([
      'gk-1',
      'def-1',
      'def-2',
      'def-3',
      'mid-1',
      'mid-2',
      'mid-3',
      'mid-4',
      'fwd-1',
      'fwd-2',
      'fwd-3',
    ]);
  });

  it.each(FORMATIONS)('BUILD-26 $name has eleven slots in slot order', ({ name }) => {
    const positions = listSlots(name).map((slot) => slot.position);
    expect(positions).toHaveLength(11);
    expect(positions).toEqual([...positions].sort());
  });
});
