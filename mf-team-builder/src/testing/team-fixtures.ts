import type {
  ParticipationDetails,
  ParticipationGameweek,
  ParticipationPlayer,
} from '@touchline/api/http/entries';
import { buildGame, buildParticipation, inHours, playerName } from './fixtures.ts';

type Match = ParticipationPlayer['fixtures'][number];

export function buildMatch(n: number, fields: Partial<Match> = {}): Match {
  return {
    fixture: n,
    opponent: 'ARS',
    home: true,
    kickoff_time: inHours(-1),
    started: true,
    over: false,
    counts: true,
    minutes: 60,
    points: 2,
    provisional_bonus: 0,
    explain: [{ identifier: 'minutes', value: 60, points: 2 }],
    ...fields,
  };
}

/** Positions of the ids 1 to 15: 1 and 12 GK, 2-4 and 13-14 DEF, 5-8 and 15 MID, 9-11 FWD. */
const POSITIONS = [1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 1, 2, 2, 3];
const CLUBS = [
  { team_code: 3, team_short_name: 'ARS', real_team_name: 'Arsenal' },
  { team_code: 14, team_short_name: 'LIV', real_team_name: 'Liverpool' },
  { team_code: 6, team_short_name: 'TOT', real_team_name: 'Spurs' },
];

export function buildTeamPlayer(id: number, fields: Partial<ParticipationPlayer> = {}): ParticipationPlayer {
  return {
    id,
    code: id,
    full_name: `First ${playerName(id)}`,
    web_name: playerName(id),
    ...CLUBS[id % CLUBS.length]!,
    position: POSITIONS[id - 1] ?? 3,
    price: 5.5,
    form: 3.2,
    status: 'a',
    news: '',
    chance_of_playing: null,
    current_points: 2,
    minutes: 60,
    locked: true,
    fixtures: [buildMatch(1)],
    ...fields,
  };
}

export function buildGameweek(n: number, fields: Partial<ParticipationGameweek> = {}): ParticipationGameweek {
  return {
    gameweek: n,
    players: [{ id: 1, points: 2, minutes: 60 }],
    raw_points: 38,
    points: 41,
    coefficient: 1.05,
    earned: 43.05,
    armband: 9,
    substitutions: [],
    final_eleven: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    settled: false,
    matches: 10,
    matches_counting: 10,
    average_points: 36.4,
    rank: 1,
    ...fields,
  };
}

/** Builds team 1 in gameweek 3, the current one: 3-4-3, captain 9, vice-captain 5, all matches in progress. */
export function buildTeam(
  fields: Partial<ParticipationDetails> = {},
  player: (id: number) => Partial<ParticipationPlayer> = () => ({}),
): ParticipationDetails {
  const ids = POSITIONS.map((_, at) => at + 1);
  return {
    ...buildParticipation(1, { game: buildGame(3, -1) }),
    formation: '3-4-3',
    field_players: ids.slice(0, 11),
    bench_players: ids.slice(11),
    captain_id: 9,
    vice_captain_id: 5,
    gameweek: 3,
    edit_gameweek: 3,
    next_lineup: null,
    players: ids.map((id) => buildTeamPlayer(id, player(id))),
    gameweeks: [buildGameweek(3)],
    ...fields,
  };
}
