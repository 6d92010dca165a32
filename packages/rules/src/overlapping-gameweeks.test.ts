import { describe, expect, it } from 'vitest';
import { lineupsForGameweek, type StoredLineupVersion } from './lineup.ts';
import { teamGameweek } from './points.ts';
import { buildGameweek, buildLineup, FIELD, type PlayerResult } from './testing/teams.ts';

/** Bench player 13 has played at the first kick-off of gameweek 5, before the others; 14 is known to be out. */
const [FIRST, LATER] = [1000, 9000];
const RESULTS = Object.fromEntries(
  [...FIELD, 12, 14, 15].map((id): [number, PlayerResult] => [
    id,
    { fixture: { kickoff: LATER }, minutes: id === 14 ? 0 : 90 },
  ]),
);
const input = buildGameweek({ ...RESULTS, 13: { fixture: { kickoff: FIRST }, points: 15 } });
/** The captain counts twice. */
const HONEST = 12 * 2;
const WITH_13 = 11 * 2 + 15;

const save = (
  gameweek: number,
  saved_at: number,
  changes: Partial<StoredLineupVersion> = {},
): StoredLineupVersion => ({ ...buildLineup({ saved_at, ...changes }), effective_gameweek: gameweek });
/** Puts 14 on the field in place of 2. */
const FIELDED = { field: FIELD.with(1, 14), bench: [12, 13, 2, 15] };

const score = (versions: readonly StoredLineupVersion[]) =>
  teamGameweek({ ...input, lineups: lineupsForGameweek(versions, 5) });

describe('game rule 3.7 while the gameweek before still accepts lineups', () => {
  it.each<[string, StoredLineupVersion[]]>([
    ['the gameweek before, which has a lineup', [save(4, 10), save(4, FIRST + 1, FIELDED)]],
    ['the gameweek before, which has no lineup yet', [save(2, 10), save(4, FIRST + 1, FIELDED)]],
    ['both gameweeks', [save(4, 10), save(4, FIRST + 1, FIELDED), save(5, FIRST + 2, FIELDED)]],
    ['the gameweek itself', [save(4, 10), save(5, FIRST + 1, FIELDED)]],
  ])(
    'a bench player who has scored replaces no starter fielded afterwards by a save for %s',
    (_, versions) => {
      expect(score(versions)).toMatchObject({ points: HONEST, substitutions: [{ out: 14, in: 2 }] });
    },
  );

  it.each<[string, StoredLineupVersion[]]>([
    ['for the gameweek before', [save(2, 10), save(4, FIRST - 1, FIELDED)]],
    ['for the gameweek itself', [save(4, 10), save(5, FIRST - 1, FIELDED), save(4, FIRST + 1)]],
  ])('a bench player replaces a starter fielded before the kick-off by a save %s', (_, versions) => {
    expect(score(versions)).toMatchObject({ points: WITH_13, substitutions: [{ out: 14, in: 13 }] });
  });
});
