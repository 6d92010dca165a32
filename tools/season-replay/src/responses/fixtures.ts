import type { ArchiveFixture, SeasonArchive } from '../archive/archive.ts';
import { booleanOr, numberOr, numberOrNull } from '../archive/csv.ts';
import type { MatchBook } from '../matches/book.ts';
import type { Moment } from '../matches/season-instant.ts';
import { scoreAt } from '../matches/progress.ts';
import type { ReplayClock } from '../season/clock.ts';
import { isoSeconds } from './decimal.ts';
import type { FixtureStat, FixtureStats } from './fixture-stats.ts';

interface FixtureAnswer {
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

/** Keeps codes unique across replayed seasons. */
const CODES_PER_SEASON = 1_000_000;

/** `/fixtures/` of one or all gameweeks by kick-off; unscheduled fixtures come first, as in the API. */
export function fixturesAnswer(
  archive: SeasonArchive,
  book: MatchBook,
  stats: FixtureStats,
  clock: ReplayClock,
  moment: Moment,
  gameweek: number | null,
): FixtureAnswer[] {
  const kickoffs = new Map<number, number>();
  for (const plan of moment.plan.gameweeks) {
    for (const slot of plan.slots) for (const { id } of slot.fixtures) kickoffs.set(id, slot.kickoff);
  }
  return archive.fixtures
    .filter((fixture) => gameweek === null || fixture.gameweek === gameweek)
    .map((fixture) => {
      const kickoff = kickoffs.get(fixture.id);
      return fixtureAnswer(
        book,
        stats,
        moment,
        fixture,
        kickoff === undefined ? null : clock.reported(kickoff),
      );
    })
    .sort(
      (a, b) =>
        Date.parse(a.kickoff_time ?? EARLIEST) - Date.parse(b.kickoff_time ?? EARLIEST) || a.id - b.id,
    );
}

function fixtureAnswer(
  book: MatchBook,
  stats: FixtureStats,
  moment: Moment,
  fixture: ArchiveFixture,
  kickoff: number | null,
): FixtureAnswer {
  const progress = moment.progress(fixture);
  const begun = progress.stage !== 'ahead';
  const score = begun ? scoreAt(book.script(fixture), progress) : null;
  const { csv } = fixture;
  return {
    code: fixture.code + moment.plan.season * CODES_PER_SEASON,
    event: fixture.gameweek,
    finished: progress.stage === 'confirmed',
    finished_provisional: progress.stage === 'confirmed' || progress.stage === 'ended',
    id: fixture.id,
    kickoff_time: kickoff === null ? null : isoSeconds(kickoff),
    minutes: progress.minute,
    provisional_start_time: booleanOr(csv.provisional_start_time, false),
    started: kickoff === null ? null : begun,
    team_a: fixture.away,
    team_a_score: score === null ? null : score[1],
    team_h: fixture.home,
    team_h_score: score === null ? null : score[0],
    stats: begun ? stats.of(fixture, moment) : [],
    team_h_difficulty: numberOr(csv.team_h_difficulty, 3),
    team_a_difficulty: numberOr(csv.team_a_difficulty, 3),
    pulse_id: numberOrNull(csv.pulse_id),
  };
}
