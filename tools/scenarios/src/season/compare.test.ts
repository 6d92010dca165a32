import { DEMO_SEASON, readArchive } from '@touchline/season-replay/archive/archive-reader';
import { describe, expect, it } from 'vitest';
import { readCommand } from './command-line.ts';
import { findMismatches } from './compare.ts';
import { filterGameweeks } from './expected.ts';
import { buildExpectations } from './recount.ts';

const [squad] = buildExpectations(await readArchive(DEMO_SEASON), 1, [1, 2, 3]);
if (squad === undefined) throw new Error('no squad');
const [expected] = squad.gameweeks;
if (expected === undefined) throw new Error('no gameweek');

const actual = {
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

describe('findMismatches', () => {
  it('equal gameweeks have no mismatch, regardless of the order of the eleven', () => {
    expect(findMismatches(squad, expected, actual)).toEqual([]);
  });

  it('every difference is listed', () => {
    const players = actual.players.map((player, slot) => (slot === 3 ? { ...player, points: 99 } : player));
    const wrong = { ...actual, players, raw_points: 1, points: 2, armband: null, settled: false };
    const found = findMismatches(squad, expected, wrong);
    expect(found).toHaveLength(5);
    expect(found[1]).toContain(`points of player ${squad.players[3]?.element}`);
  });

  it('seven_formations takes precedence', () => {
    const other = { substitutions: [], final_eleven: expected.final_eleven, total: expected.total + 3 };
    expect(findMismatches(squad, { ...expected, seven_formations: other }, actual)).toEqual([
      `total: expected ${expected.total + 3}, actual ${expected.total}`,
    ]);
  });

  it('different player in the eleven is named', () => {
    const [, ...others] = actual.final_eleven;
    const found = findMismatches(squad, expected, { ...actual, final_eleven: [9_999, ...others] });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('9999');
  });

  it('missing gameweek is reported', () => {
    expect(findMismatches(squad, expected, undefined)).toEqual(['the API has no such gameweek']);
  });
});

describe('command line', () => {
  it('archive, file and range of gameweeks are read', () => {
    const command = readCommand(['--archive', '/a', '--expected', '/b.json', '--gameweeks', '2-3']);
    expect(command).toEqual({
      season: { archiveDir: '/a', expectedFile: '/b.json' },
      gameweeks: { from: 2, to: 3 },
    });
    expect(filterGameweeks([squad], { from: 2, to: 3 })[0]?.gameweeks.map((one) => one.gameweek)).toEqual([
      2, 3,
    ]);
  });

  it('demo season is the default', () => {
    expect(readCommand([])).toEqual({ season: null, gameweeks: null });
  });

  it.each([[['--archive', '/a']], [['--gameweeks', '3-1']], [['--gameweeks', 'all']], [['--what']]])(
    'arguments %j are rejected',
    (args) => {
      expect(() => readCommand(args)).toThrow();
    },
  );
});
