import type { ArchiveFixture, SeasonArchive } from '../archive/archive.ts';
import { parseBoolean, parseNumber, parseNumberOrNull } from '../archive/csv.ts';
import type { MatchBook } from '../matches/book.ts';
import { computeScore } from '../matches/progress.ts';
import type { SeasonInstant } from '../matches/season-instant.ts';
import type { ReplayClock } from '../season/clock.ts';
import { formatTime } from './decimal.ts';
import type { FixtureStat, FixtureStats } from './fixture-stats.ts';

interface FeedFixture {
  code: number;
  event: number | null;
  finished: boolean;
  finished_provisional: boolean;
  id: number;
  kickoff_time: string | null;
  minutes: number;
  provisional_start_time: boolean;
  started: boolean | null;
  team_a: number;
  team_a_score: number | null;
  team_h: number;
  team_h_score: number | null;
  stats: FixtureStat[];
  team_h_difficulty: number;
  team_a_difficulty: number;
  pulse_id: number | null;
}

const EARLIEST = '1970-01-01T00:00:00Z';

/** Offset that keeps codes unique across replayed seasons. */
const CODES_PER_SEASON = 1_000_000;

/** Builds `/fixtures/` of one or all gameweeks, ordered by kick-off. Unscheduled fixtures come first, as in the API. */
export function buildFixtures(
  archive: SeasonArchive,
  book: MatchBook,
  stats: FixtureStats,
  clock: ReplayClock,
  instant: SeasonInstant,
  gameweek: number | null,
): FeedFixture[] {
  const kickoffs = new Map<number, number>();
  for (const plan of instant.plan.gameweeks) {
    for (const slot of plan.slots) for (const { id } of slot.fixtures) kickoffs.set(id, slot.kickoff);
  }
  return archive.fixtures
    .filter((fixture) => gameweek === null || fixture.gameweek === gameweek)
    .map((fixture) => {
      const kickoff = kickoffs.get(fixture.id);
      return buildFixture(
        book,
        stats,
        instant,
        fixture,
        kickoff === undefined ? null : clock.reported(kickoff),
      );
    })
    .sort(
      (a, b) =>
        Date.parse(a.kickoff_time ?? EARLIEST) - Date.parse(b.kickoff_time ?? EARLIEST) || a.id - b.id,
    );
}

function buildFixture(
  book: MatchBook,
  stats: FixtureStats,
  instant: SeasonInstant,
  fixture: ArchiveFixture,
  kickoff: number | null,
): FeedFixture {
  const progress = instant.progress(fixture);
  const started = progress.stage !== 'ahead';
  const score = started ? computeScore(book.script(fixture), progress) : null;
  const { csv } = fixture;
  return {
    code: fixture.code + instant.plan.season * CODES_PER_SEASON,
    event: fixture.gameweek,
    finished: progress.stage === 'confirmed',
    finished_provisional: progress.stage === 'confirmed' || progress.stage === 'ended',
    id: fixture.id,
    kickoff_time: kickoff === null ? null : formatTime(kickoff),
    minutes: progress.minute,
    provisional_start_time: parseBoolean(csv.provisional_start_time, false),
    started: kickoff === null ? null : started,
    team_a: fixture.away,
    team_a_score: score === null ? null : score[1],
    team_h: fixture.home,
    team_h_score: score === null ? null : score[0],
    stats: started ? stats.get(fixture, instant) : [],
    team_h_difficulty: parseNumber(csv.team_h_difficulty, 3),
    team_a_difficulty: parseNumber(csv.team_a_difficulty, 3),
    pulse_id: parseNumberOrNull(csv.pulse_id),
  };
}
