import type { explainLine, playerFixture } from '@touchline/api/http/entries';
import { countsForEntry } from '@touchline/rules/counting';
import type { z } from 'zod';
import { type Season, type SeasonFixture, type SeasonGameweek, scoresOf } from '../football/season.ts';
import { iso } from '../games/game.ts';
import { clubsNow, type Team } from '../scoring/team.ts';

type ExplainLine = z.infer<typeof explainLine>;
type PlayerFixture = z.infer<typeof playerFixture>;

/** Where points came from, by `player fixture`. */
export type ExplainByPlayer = ReadonlyMap<string, ExplainLine[]>;
export const explainKey = (player: number, fixture: number) => `${player} ${fixture}`;

/** The matches of a player in a gameweek, also those that do not count for the team, with what he did in each. */
export function playerFixtures(
  season: Season,
  gameweek: SeasonGameweek,
  game: { start: number; end: number },
  team: Team,
  player: number,
  explain: ExplainByPlayer,
): PlayerFixture[] {
  const club = clubsNow(season, team.roster).get(player) ?? 0;
  const scores = new Map(
    scoresOf(season, gameweek.id)
      .get(player)
      ?.map((score) => [score.fixture, score]),
  );
  const period = { start: game.start, end: game.end, joined_at: team.joined_at };
  return gameweek.fixtures
    .filter(({ id, home, away }) => home === club || away === club || scores.has(id))
    .map((fixture) => {
      const score = scores.get(fixture.id);
      return {
        fixture: fixture.id,
        ...opponent(season, fixture, club),
        kickoff_time: fixture.kickoff === null ? null : iso(fixture.kickoff),
        started: fixture.started,
        over: fixture.over,
        counts: countsForEntry(fixture.kickoff, period),
        minutes: score?.minutes ?? 0,
        points: (score?.points ?? 0) + (score?.provisional_bonus ?? 0),
        provisional_bonus: score?.provisional_bonus ?? 0,
        explain: explain.get(explainKey(player, fixture.id)) ?? [],
      };
    });
}

/** Whom he plays, by 3-letter name; for a match of a former club the away side is as good a guess as any. */
function opponent(season: Season, fixture: SeasonFixture, club: number) {
  const home = fixture.home === club;
  const other = season.clubs.get(home ? fixture.away : fixture.home);
  return { opponent: other?.short_name ?? '', home };
}
