import { describe, expect, it } from 'vitest';
import { hasArchive, playArchive, readArchive } from './testing/archive.ts';

it('substitutions remain within the seven formations where FPL would pass through 5-2-3', () => {
  // Squad 15 in gameweek 21: a midfielder and a forward are absent, a defender and a midfielder come in.
  const positions = [
    'GK',
    'DEF',
    'DEF',
    'DEF',
    'DEF',
    'MID',
    'MID',
    'MID',
    'FWD',
    'FWD',
    'FWD',
    'GK',
    'MID',
    'DEF',
    'MID',
  ];
  const minutes = [90, 90, 90, 90, 89, 0, 90, 90, 83, 90, 0, 90, 0, 90, 90];
  const squad = {
    captain: 11,
    vice_captain: 2,
    players: positions.map((position, index) => ({ element: index + 1, position })),
  };
  const rows = minutes.map((played, index) => ({
    fixture: index,
    player: index + 1,
    points: 1,
    minutes: played,
    cards: 0,
    bps: 0,
    bonus: 0,
    kickoff: 1000,
  }));
  const result = playArchive(squad, rows);
  expect(result.substitutions).toEqual([
    { out: 6, in: 15, projected: false },
    { out: 11, in: 14, projected: false },
  ]);
  expect(result.armband).toBe(2);
});

if (hasArchive)
  describe('season 2024-25', () => {
    const { rows, squads } = readArchive();

    it('the archive has 20 squads with 10 gameweeks each', () => {
      expect(squads.flatMap((squad) => squad.gameweeks)).toHaveLength(200);
    });

    it.each(squads)('squad $squad has the recorded points', (squad) => {
      for (const week of squad.gameweeks) {
        const result = playArchive(squad, rows.get(week.gameweek) ?? []);
        const { substitutions, final_eleven, total } = week.seven_formations ?? week;
        expect({ gameweek: week.gameweek, ...result }).toEqual({
          gameweek: week.gameweek,
          players: squad.players.map(({ element }, slot) =>
            expect.objectContaining({ id: element, points: week.points[slot], minutes: week.minutes[slot] }),
          ),
          raw_points: week.raw_total,
          points: total,
          armband: week.armband,
          substitutions: expect.any(Array),
          final_eleven,
        });
        // Compares the players on each side, not the pairs: see the test above.
        for (const side of ['out', 'in'] as const)
          expect(result.substitutions.map((pair) => pair[side]).sort()).toEqual(
            substitutions.map((pair) => pair[side]).sort(),
          );
      }
    });
  });
