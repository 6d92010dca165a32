import { DEMO_SEASON, readArchive } from '@touchline/season-replay/archive/archive-reader';
import { describe, expect, it } from 'vitest';
import { readCommand } from './command-line.ts';
import { mismatches } from './compare.ts';
import { withGameweeks } from './expected.ts';
import { expectedFrom } from './recount.ts';

const [squad] = expectedFrom(await readArchive(DEMO_SEASON), 1, [1, 2, 3]);
if (squad === undefined) throw new Error('no squad');
const [expected] = squad.gameweeks;
if (expected === undefined) throw new Error('no gameweek');

const answered = {
  gameweek: 1,
  players: squad.players.map(({ element }, slot) => ({
    id: element,
    points: expected.points[slot] ?? 0,
    minutes: 90,
  })),
  raw_points: expected.raw_total,
  points: expected.total,
  coefficient: 1,
  earned: expected.total,
  armband: expected.armband,
  substitutions: expected.substitutions.map((one) => ({ ...one, projected: false })),
  final_eleven: [...expected.final_eleven].reverse(),
  settled: true,
  matches: 10,
  matches_counting: 10,
  average_points: 0,
  rank: 1,
};

describe('comparing a gameweek', () => {
  it('finds no difference, regardless of the order of the eleven', () => {
    expect(mismatches(squad, expected, answered)).toEqual([]);
  });

  it('names every difference', () => {
    const players = answered.players.map((player, slot) => (slot === 3 ? { ...player, points: 99 } : player));
    const wrong = { ...answered, players, raw_points: 1, points: 2, armband: null, settled: false };
    const found = mismatches(squad, expected, wrong);
    expect(found).toHaveLength(5);
    expect(found[1]).toContain(`points of player ${squad.players[3]?.element}`);
  });

  it('prefers seven_formations', () => {
    const other = { substitutions: [], final_eleven: expected.final_eleven, total: expected.total + 3 };
    expect(mismatches(squad, { ...expected, seven_formations: other }, answered)).toEqual([
      `total: expected ${expected.total + 3}, the API says ${expected.total}`,
    ]);
  });

  it('names an eleven with another player in it', () => {
    const [, ...others] = answered.final_eleven;
    const found = mismatches(squad, expected, { ...answered, final_eleven: [9_999, ...others] });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('9999');
  });

  it('reports a missing gameweek', () => {
    expect(mismatches(squad, expected, undefined)).toEqual(['the API has no such gameweek']);
  });
});

describe('the command line', () => {
  it('reads archive, file and a range of gameweeks', () => {
    const command = readCommand(['--archive', '/a', '--expected', '/b.json', '--gameweeks', '2-3']);
    expect(command).toEqual({
      season: { archiveDir: '/a', expectedFile: '/b.json' },
      gameweeks: { from: 2, to: 3 },
    });
    expect(withGameweeks([squad], { from: 2, to: 3 })[0]?.gameweeks.map((one) => one.gameweek)).toEqual([
      2, 3,
    ]);
  });

  it('defaults to the demo season', () => {
    expect(readCommand([])).toEqual({ season: null, gameweeks: null });
  });

  it.each([[['--archive', '/a']], [['--gameweeks', '3-1']], [['--gameweeks', 'all']], [['--what']]])(
    'refuses %j',
    (args) => {
      expect(() => readCommand(args)).toThrow();
    },
  );
});
