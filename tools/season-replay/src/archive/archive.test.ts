import { describe, expect, it } from 'vitest';
import { computeRowState } from '../matches/progress.ts';
import { scriptMatch } from '../matches/script.ts';
import { findRecordedSeason } from '../testing/seasons.ts';
import {
  type ArchiveFiles,
  DEMO_SEASON,
  interpretArchive,
  readArchive,
  readArchiveFiles,
} from './archive-reader.ts';
import { type CsvRow, decodeText, parseCsv } from './csv.ts';
import { explainTotal } from './scoring.ts';

const demo = await readArchiveFiles(DEMO_SEASON);
const files = (): ArchiveFiles => ({ ...demo });

function without(rows: CsvRow[], ...columns: string[]): CsvRow[] {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name))),
  );
}

/** Sums all points of a season as the live feed explains them after the last match. */
function sumExplained(season: ReturnType<typeof interpretArchive>): number {
  let points = 0;
  for (const fixture of season.fixtures) {
    for (const player of scriptMatch(fixture, season.hasStarts).players)
      points += explainTotal(computeRowState(player, { stage: 'confirmed', minute: 90 }).explain);
  }
  return points;
}

const recordedPoints = files().rows.reduce((sum, row) => sum + Number(row.total_points), 0);

describe('season folder', () => {
  it('demo season has 20 clubs, 521 players and 380 fixtures', () => {
    const season = interpretArchive(files());
    expect([season.teams.length, season.players.length, season.fixtures.length]).toEqual([20, 521, 380]);
    expect(sumExplained(season)).toBe(recordedPoints);
  });

  it('older season without starts, expected values, club and can_select is readable', () => {
    const all = files();
    const season = interpretArchive({
      ...all,
      rows: without(all.rows, 'starts', 'position', 'team', 'expected_goals', 'expected_assists'),
      players: without(all.players, 'can_select', 'removed', 'news_added', 'region'),
    });
    expect(season.hasStarts).toBe(false);
    expect(sumExplained(season)).toBe(recordedPoints);
    const starters = season.fixtures
      .slice(0, 20)
      .map((fixture) => scriptMatch(fixture, false).players.filter((player) => player.starter).length);
    expect(new Set(starters)).toEqual(new Set([22]));
  });

  it('newer season scores defensive contributions and ignores unknown columns', () => {
    const all = files();
    const rows = all.rows.map((row) => {
      const contributes = row.position === 'DEF' && Number(row.minutes) > 80;
      const points = Number(row.total_points) + (contributes ? 2 : 0);
      return {
        ...row,
        defensive_contribution: contributes ? '10' : '3',
        total_points: String(points),
        weather: 'rain',
      };
    });
    const season = interpretArchive({ ...all, rows });
    expect(season.extraStats).toEqual(['defensive_contribution']);
    expect(sumExplained(season)).toBe(rows.reduce((sum, row) => sum + Number(row.total_points), 0));
  });

  it('points outside the scoring table are still explained for every row', () => {
    const all = files();
    const rows = all.rows.map((row, index) =>
      index % 50 === 0 ? { ...row, total_points: String(Number(row.total_points) - 3) } : row,
    );
    expect(sumExplained(interpretArchive({ ...all, rows }))).toBe(
      rows.reduce((sum, row) => sum + Number(row.total_points), 0),
    );
  });

  it('managers and their rows are omitted', () => {
    const all = files();
    const players = [...all.players, { ...all.players[0], id: '900', element_type: '5' }];
    const rows = [...all.rows, { ...all.rows[0], element: '900', position: 'AM' }];
    const season = interpretArchive({ ...all, players, rows });
    expect(season.players.some((player) => player.id === 900)).toBe(false);
    expect(sumExplained(season)).toBe(recordedPoints);
  });

  it('match that was never played stays postponed', () => {
    const all = files();
    const fixtures = all.fixtures.map((row, index) =>
      index === 5
        ? { ...row, event: '', kickoff_time: 'None', team_h_score: '', team_a_score: '', stats: '[]' }
        : row,
    );
    const season = interpretArchive({ ...all, fixtures });
    expect(season.fixtures.at(-1)).toMatchObject({ gameweek: null, kickoff: null, rows: [] });
  });

  it('Latin-1 text is decoded like UTF-8 text', () => {
    expect(decodeText(new Uint8Array([0x4a, 0xe9]))).toBe('Jé');
    expect(decodeText(new Uint8Array([0x4a, 0xc3, 0xa9]))).toBe('Jé');
  });

  it('lines may end with CR LF', () => {
    expect(parseCsv('id,name\r\n1,"A, B"\r\n')).toEqual([{ id: '1', name: 'A, B' }]);
  });
});

describe.runIf(findRecordedSeason() !== null)('recorded season 2024-25', () => {
  it('season has 27,283 rows of 784 players without managers', async () => {
    const season = await readArchive(findRecordedSeason() ?? '');
    expect(season.players.length).toBe(784);
    expect(season.players.reduce((sum, player) => sum + player.rows.length, 0)).toBe(27_605 - 322);
  });

  it('flaw of the archive is preserved: no minutes in gameweek 24 for a player who changed clubs', async () => {
    const season = await readArchive(findRecordedSeason() ?? '');
    const ferguson = season.players.find((player) => player.id === 123);
    const row = ferguson?.rows.find((one) => one.fixture.id === 239);
    expect(row).toMatchObject({ gameweek: 24, total_points: 0, home: false });
    expect(row?.stats.minutes).toBe(0);
  });
});
