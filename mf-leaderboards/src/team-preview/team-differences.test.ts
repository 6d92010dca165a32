import type { PublicPlayer } from '@touchline/api/http/lineups';
import { describe, expect, it } from 'vitest';
import { buildPublicPlayer } from '../testing/build.ts';
import { findDifferences } from './team-differences.ts';

const player = (id: number, web_name: string, points: number, fields: Partial<PublicPlayer> = {}) =>
  buildPublicPlayer(id, web_name, { points, ...fields });
const CAPTAIN = { captain: true, doubled: true };
const show = (eleven: PublicPlayer[], others: PublicPlayer[]) =>
  findDifferences(eleven, others).map(({ text }) => text);

describe('differences of two teams', () => {
  it('a shared player with the armband in one team is a difference of the points that it adds', () => {
    const mine = [player(1, 'Saka', 11, CAPTAIN), player(2, 'Rice', 3)];
    const theirs = [player(1, 'Saka', 11), player(2, 'Rice', 3, CAPTAIN)];
    expect(findDifferences(mine, theirs)).toEqual([{ points: 11, text: 'Saka as captain +11' }]);
    expect(findDifferences(theirs, mine)).toEqual([{ points: 3, text: 'Rice as captain +3' }]);
    const vice = [player(1, 'Saka', 11, { vice_captain: true, doubled: true })];
    expect(show(vice, [player(1, 'Saka', 11)])).toEqual(['Saka as vice-captain +11']);
  });

  it('an armband of both teams, and a vice-captain whose points are not doubled, make no difference', () => {
    const [captain, vice] = [player(1, 'Saka', 11, CAPTAIN), player(2, 'Rice', 3, { vice_captain: true })];
    expect(show([captain, vice], [captain, player(2, 'Rice', 3)])).toEqual([]);
  });

  it('an armband without points is listed, and one on negative points costs them', () => {
    expect(show([player(1, 'Saka', 0, CAPTAIN)], [player(1, 'Saka', 0)])).toEqual(['Saka as captain +0']);
    const [mine, theirs] = [[player(1, 'Saka', -1, CAPTAIN)], [player(1, 'Saka', -1)]];
    expect(show(mine, theirs)).toEqual(['Saka as captain -1']);
    expect(show(theirs, mine)).toEqual([]);
  });

  it('game rule 3.9: matches that count for only one of the teams are a difference', () => {
    expect(show([player(1, 'Saka', 8)], [player(1, 'Saka', 3)])).toEqual(['Saka +5']);
    expect(show([player(1, 'Saka', 8)], [player(1, 'Saka', -2)])).toEqual(['Saka +8']);
  });

  it('the differences of both sides add up to that of the scores', () => {
    const mine = [player(1, 'Saka', 11, CAPTAIN), player(2, 'Rice', -1), player(3, 'Raya', 6)];
    const theirs = [player(1, 'Saka', 2), player(2, 'Rice', -1, CAPTAIN), player(4, 'Pickford', 9)];
    const add = (...sides: [PublicPlayer[], PublicPlayer[]]) =>
      findDifferences(...sides).reduce((sum, { points }) => sum + points, 0);
    expect(add(mine, theirs) - add(theirs, mine)).toBe(27 - 9);
  });
});
