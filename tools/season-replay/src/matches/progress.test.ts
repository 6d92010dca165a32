import { describe, expect, it } from 'vitest';
import type { ArchiveFixture } from '../archive/archive.ts';
import { explainTotal } from '../archive/scoring.ts';
import { testSeasons } from '../testing/seasons.ts';
import { type MatchProgress, rowState, scoreAt } from './progress.ts';
import { FULL_TIME, scriptMatch } from './script.ts';

const CONFIRMED: MatchProgress = { stage: 'confirmed', minute: FULL_TIME };
const ENDED: MatchProgress = { stage: 'ended', minute: FULL_TIME };
const COUNTED = [
  'goals_scored',
  'assists',
  'saves',
  'yellow_cards',
  'red_cards',
  'goals_conceded',
  'own_goals',
];

describe.each(await testSeasons())('matches of the $name', ({ archive }) => {
  const scripts = archive.fixtures.map((fixture) => scriptMatch(fixture, archive.hasStarts));

  it('explains every recorded row: its points sum to total_points', () => {
    let rows = 0;
    for (const script of scripts) {
      for (const player of script.players) {
        const { explain, stats } = rowState(player, CONFIRMED);
        expect(explainTotal(explain)).toBe(player.row.total_points);
        expect(stats).toBe(player.row.stats);
        rows++;
      }
    }
    expect(rows).toBeGreaterThan(15_000);
  });

  it('needs no residual: the scoring table explains all points', () => {
    const modified = scripts.flatMap(({ players }) =>
      players.filter((player) =>
        rowState(player, CONFIRMED).explain.some((line) => line.points_modification !== 0),
      ),
    );
    expect(modified).toEqual([]);
  });

  it('withholds only the bonus until it is confirmed', () => {
    for (const script of scripts) {
      for (const player of script.players) {
        const points = explainTotal(rowState(player, ENDED).explain);
        expect(points + (player.row.stats.bonus ?? 0)).toBe(player.row.total_points);
      }
    }
  });

  it('approaches the recorded figures minute by minute, without ever exceeding them', () => {
    for (const script of scripts.filter((_, index) => index % 5 === 0)) {
      for (const player of script.players) {
        let before = rowState(player, { stage: 'live', minute: 0 }).stats;
        for (let minute = 1; minute < FULL_TIME; minute++) {
          const { stats } = rowState(player, { stage: 'live', minute });
          for (const name of [...COUNTED, 'minutes']) {
            const value = stats[name] ?? 0;
            if (value < (before[name] ?? 0) || value > (player.row.stats[name] ?? 0))
              expect.fail(
                `${name} of ${player.row.player.id} in ${script.fixture.id}, minute ${minute}: ${value}`,
              );
          }
          before = stats;
        }
      }
    }
  });

  it('scores as recorded, each goal by its recorded scorer', () => {
    for (const script of scripts) {
      const { homeScore, awayScore } = script.fixture;
      expect(scoreAt(script, CONFIRMED)).toEqual([homeScore, awayScore]);
      expect(scoreAt(script, { stage: 'live', minute: 89 })).toEqual([homeScore, awayScore]);
      expect(scoreAt(script, { stage: 'live', minute: 0 })).toEqual([0, 0]);
      expect(scoreAt(script, { stage: 'ahead', minute: 0 })).toBeNull();
      expect(script.goals.filter((goal) => goal.scorer === null)).toEqual([]);
    }
  });

  it('lets points go down during a match', () => {
    const falls = scripts.slice(0, 60).filter(({ players }) =>
      players.some((player) => {
        const points = Array.from({ length: 90 }, (_, minute) =>
          explainTotal(rowState(player, { stage: 'live', minute }).explain),
        );
        return points.some((value, minute) => minute > 0 && value < (points[minute - 1] ?? 0));
      }),
    );
    expect(falls.length).toBeGreaterThan(20);
  });

  it('places nearly every goal within the minutes of the players who conceded it', () => {
    const players = scripts.flatMap((script) => script.players.map((player) => ({ player, script })));
    const off = players.filter(({ player, script }) => {
      const seen = script.goals.filter(
        (goal) => goal.home !== player.row.home && goal.minute > player.from && goal.minute <= player.to,
      );
      return player.to > player.from && seen.length !== player.row.stats.goals_conceded;
    });
    expect(off.length / players.length).toBeLessThan(0.01);
  });

  it('is deterministic', () => {
    const fixture = archive.fixtures[17] as ArchiveFixture;
    expect(scriptMatch(fixture, archive.hasStarts)).toEqual(scripts[17]);
  });
});
