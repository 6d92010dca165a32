import { describe, expect, it } from 'vitest';
import type { ArchiveFixture } from '../archive/archive.ts';
import { explainTotal } from '../archive/scoring.ts';
import { loadTestSeasons } from '../testing/seasons.ts';
import { computeRowState, computeScore, type MatchProgress } from './progress.ts';
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

describe.each(await loadTestSeasons())('matches of the $name', ({ archive }) => {
  const scripts = archive.fixtures.map((fixture) => scriptMatch(fixture, archive.hasStarts));

  it('explained points of every recorded row add up to total_points', () => {
    let rows = 0;
    for (const script of scripts) {
      for (const player of script.players) {
        const { explain, stats } = computeRowState(player, CONFIRMED);
        expect(explainTotal(explain)).toBe(player.row.total_points);
        expect(stats).toBe(player.row.stats);
        rows++;
      }
    }
    expect(rows).toBeGreaterThan(15_000);
  });

  it('scoring table explains all points without a residual', () => {
    const modified = scripts.flatMap(({ players }) =>
      players.filter((player) =>
        computeRowState(player, CONFIRMED).explain.some((line) => line.points_modification !== 0),
      ),
    );
    expect(modified).toEqual([]);
  });

  it('only the bonus is withheld until it is confirmed', () => {
    for (const script of scripts) {
      for (const player of script.players) {
        const points = explainTotal(computeRowState(player, ENDED).explain);
        expect(points + (player.row.stats.bonus ?? 0)).toBe(player.row.total_points);
      }
    }
  });

  it('live figures approach the recorded figures minute by minute and never exceed them', () => {
    for (const script of scripts.filter((_, index) => index % 5 === 0)) {
      for (const player of script.players) {
        let before = computeRowState(player, { stage: 'live', minute: 0 }).stats;
        for (let minute = 1; minute < FULL_TIME; minute++) {
          const { stats } = computeRowState(player, { stage: 'live', minute });
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

  it('final score is the recorded score, and each goal has its recorded scorer', () => {
    for (const script of scripts) {
      const { homeScore, awayScore } = script.fixture;
      expect(computeScore(script, CONFIRMED)).toEqual([homeScore, awayScore]);
      expect(computeScore(script, { stage: 'live', minute: 89 })).toEqual([homeScore, awayScore]);
      expect(computeScore(script, { stage: 'live', minute: 0 })).toEqual([0, 0]);
      expect(computeScore(script, { stage: 'ahead', minute: 0 })).toBeNull();
      expect(script.goals.filter((goal) => goal.scorer === null)).toEqual([]);
    }
  });

  it('points can decrease during a match', () => {
    const falls = scripts.slice(0, 60).filter(({ players }) =>
      players.some((player) => {
        const points = Array.from({ length: 90 }, (_, minute) =>
          explainTotal(computeRowState(player, { stage: 'live', minute }).explain),
        );
        return points.some((value, minute) => minute > 0 && value < (points[minute - 1] ?? 0));
      }),
    );
    expect(falls.length).toBeGreaterThan(20);
  });

  it('nearly every goal falls within the minutes of the players who conceded it', () => {
    const players = scripts.flatMap((script) => script.players.map((player) => ({ player, script })));
    const off = players.filter(({ player, script }) => {
      const seen = script.goals.filter(
        (goal) => goal.home !== player.row.home && goal.minute > player.from && goal.minute <= player.to,
      );
      return player.to > player.from && seen.length !== player.row.stats.goals_conceded;
    });
    expect(off.length / players.length).toBeLessThan(0.01);
  });

  it('match script is deterministic', () => {
    const fixture = archive.fixtures[17] as ArchiveFixture;
    expect(scriptMatch(fixture, archive.hasStarts)).toEqual(scripts[17]);
  });
});
