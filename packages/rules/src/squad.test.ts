import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkSquad,
  explainIncomplete,
  isSelectable,
  type Position,
  positionName,
  type SquadPlayer,
  squadRejection,
} from './squad.ts';
import { buildSquad } from './testing/teams.ts';

const legal = buildSquad();
const codes = (players: readonly SquadPlayer[]) => checkSquad(players).map((violation) => violation.code);
const changed = (id: number, change: Partial<SquadPlayer>) =>
  buildSquad((player) => (player.id === id ? change : {}));
const addition: SquadPlayer = { id: 99, position: 3, club: 99, price: 50, selectable: true };

describe('checkSquad', () => {
  it('BUILD-33 a squad of 2 GK, 5 DEF, 5 MID and 3 FWD is legal', () => {
    expect(checkSquad(legal)).toEqual([]);
  });

  it('BUILD-30 a squad of exactly 100.0 is legal', () => {
    expect(checkSquad(changed(1, { price: 160 }))).toEqual([]);
  });

  it.each<[string, SquadPlayer[], string[]]>([
    ['BUILD-33 a squad of 14 players is a violation', legal.slice(0, 14), ['SQUAD_SIZE', 'POSITION_COUNT']],
    ['BUILD-29 a 16th player is a violation', [...legal, addition], ['SQUAD_SIZE', 'POSITION_COUNT']],
    ['BUILD-29 a duplicate player is a violation', legal.with(2, legal[1]!), ['DUPLICATE_PLAYER']],
    ['BUILD-30 a squad of 100.1 is a violation', changed(1, { price: 161 }), ['OVER_BUDGET']],
    [
      'BUILD-31 a third player of a club is a violation',
      buildSquad(({ id }) => (id > 12 ? { club: 1 } : {})),
      ['CLUB_LIMIT'],
    ],
    ['BUILD-31 two players of each club are legal', buildSquad(({ id }) => ({ club: id % 8 })), []],
    [
      'BUILD-33 a squad of 3 GK and 4 DEF is a violation',
      changed(2, { position: 1 }),
      ['POSITION_COUNT', 'POSITION_COUNT'],
    ],
    ['an unselectable player is a violation', changed(7, { selectable: false }), ['PLAYER_NOT_SELECTABLE']],
    ['an empty squad is a violation', [], ['SQUAD_SIZE', ...new Array<string>(4).fill('POSITION_COUNT')]],
  ])('%s', (_title, squad, expected) => {
    expect(codes(squad)).toEqual(expected);
  });

  it.each([
    ['BUILD-33 a squad of 14 players has to be completed', 14, 'Please complete your team selection'],
    ['BUILD-29 a squad of 16 players is too large', 16, 'Maximum 15 players allowed'],
  ])('%s', (_title, size, message) => {
    const [violation] = checkSquad([...legal, addition].slice(0, size));
    expect(violation).toMatchObject({ code: 'SQUAD_SIZE', message });
  });

  it('BUILD-30 the message states the missing amount to one decimal', () => {
    expect(checkSquad(changed(1, { price: 175 }))[0]?.message).toBe('Not enough budget. Need £1.5M more');
  });

  it('BUILD-31 the violation lists the players of the club', () => {
    const squad = buildSquad(({ id }) => (id > 12 ? { club: 77 } : {}));
    expect(checkSquad(squad)).toEqual([
      {
        code: 'CLUB_LIMIT',
        path: 'players',
        player_ids: [13, 14, 15],
        message: 'Maximum 2 players per team allowed',
      },
    ]);
  });

  it('violations do not depend on the order of players', () => {
    const player = fc.record({
      id: fc.integer({ min: 1, max: 20 }),
      position: fc.constantFrom<Position>(1, 2, 3, 4),
      club: fc.integer({ min: 1, max: 9 }),
      price: fc.integer({ min: 40, max: 90 }),
      selectable: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(player, { maxLength: 16 }), (squad) => {
        expect(codes(squad.toReversed()).sort()).toEqual(codes(squad).sort());
      }),
    );
  });
});

describe('squadRejection', () => {
  const cheap = buildSquad(() => ({ price: 40 }));
  const clubName = (club: number) => `Club ${club}`;

  it('squadRejection is null for a player who fits', () => {
    expect(squadRejection(addition, [])).toBeNull();
    expect(squadRejection(cheap[14]!, cheap.slice(0, 14))).toBeNull();
  });

  it.each<[string, SquadPlayer, SquadPlayer[], string, string, string]>([
    [
      'BUILD-29 already picked',
      cheap[0]!,
      cheap,
      'Player already selected',
      'Player already selected',
      'Player already selected',
    ],
    [
      'BUILD-29 BUILD-32 squad full',
      addition,
      cheap,
      'Maximum 15 players allowed',
      'Team full (15/15)',
      'Team full (15/15)',
    ],
    [
      'BUILD-30 BUILD-32 over budget',
      { ...addition, price: 175 },
      legal.slice(0, 14),
      'Not enough budget. Need £1.5M more',
      'Exceeds budget',
      'Over budget by £1.5M',
    ],
    [
      'BUILD-31 BUILD-32 club full',
      { ...addition, club: 5 },
      cheap.slice(0, 2).map((each) => ({ ...each, club: 5 })),
      'Maximum 2 players per team allowed',
      'Max players from club',
      'Max 2 from Club 5',
    ],
    [
      'position full',
      { ...addition, position: 1 },
      [cheap[0]!, cheap[11]!],
      'Maximum 2 GK allowed',
      'Maximum 2 GK allowed',
      'Maximum 2 GK allowed',
    ],
    [
      'not selectable',
      { ...addition, selectable: false },
      [],
      'Player cannot be selected',
      'Player cannot be selected',
      'Player cannot be selected',
    ],
  ])('squadRejection has the texts for %s', (_title, player, squad, message, picker, tooltip) => {
    expect(squadRejection(player, squad, clubName)).toMatchObject({ message, picker, tooltip });
  });

  it('adding only accepted players never results in an illegal squad', () => {
    const player = fc.record({
      id: fc.integer({ min: 1, max: 40 }),
      position: fc.constantFrom<Position>(1, 2, 3, 4),
      club: fc.integer({ min: 1, max: 12 }),
      price: fc.integer({ min: 40, max: 90 }),
      selectable: fc.constant(true),
    });
    fc.assert(
      fc.property(fc.array(player, { maxLength: 60 }), (candidates) => {
        const squad: SquadPlayer[] = [];
        for (const each of candidates) if (!squadRejection(each, squad)) squad.push(each);
        expect(codes(squad).filter((code) => code !== 'SQUAD_SIZE' && code !== 'POSITION_COUNT')).toEqual([]);
        expect(explainIncomplete(squad, 11) === null).toBe(checkSquad(squad).length === 0);
      }),
    );
  });
});

describe('explainIncomplete', () => {
  it.each<[string, SquadPlayer[], number, string | null]>([
    ['BUILD-33 15 players with 11 on the pitch are complete', legal, 11, null],
    ['BUILD-34 14 players are incomplete', legal.slice(1), 11, 'Please complete your team selection'],
    [
      'BUILD-34 wrong positions are incomplete',
      changed(2, { position: 3 }),
      11,
      'Please complete your team selection',
    ],
    ['BUILD-34 10 on the pitch are incomplete', legal, 10, 'Please assign all 11 players to field positions'],
  ])('%s', (_title, squad, onField, expected) => {
    expect(explainIncomplete(squad, onField)).toBe(expected);
  });
});

describe('positions and status', () => {
  it.each([
    [1, 'GK'],
    [2, 'DEF'],
    [3, 'MID'],
    [4, 'FWD'],
    [5, 'UNK'],
    [0, 'UNK'],
    [-1, 'UNK'],
  ])('DATA-03 position %i is named %s', (position, name) => {
    expect(positionName(position)).toBe(name);
  });

  it.each([
    [{ status: 'a' }, true],
    [{ status: 'i' }, true],
    [{ status: 'u' }, false],
    [{ status: 'a', removed: true }, false],
    [{ status: 'a', can_select: false }, false],
    [{}, true],
  ])('isSelectable of %o is %s', (player, expected) => {
    expect(isSelectable(player)).toBe(expected);
  });
});
