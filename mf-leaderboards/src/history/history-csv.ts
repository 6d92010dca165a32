import type { Participation } from '@touchline/api/http/entries';
import type { HistoryTeam } from '@touchline/api/http/history';
import { describeGameState, hasRanks } from './game-state.ts';

const HEAD = [
  'season',
  'game',
  'type',
  'status',
  'result',
  'team',
  'rank',
  'teams',
  'earned_points',
  'gameweek',
  'gameweek_points',
  'gameweek_earned',
  'gameweek_rank',
  'gameweek_average',
  'players',
];

/**
 * Builds a CSV with a line for each gameweek of each team. A team without points has one line without a gameweek.
 * `result` says whether its points and ranks are final.
 */
export function buildHistoryCsv(
  teams: readonly HistoryTeam[],
  participations: readonly Pick<Participation, 'id' | 'roster_snapshot'>[],
): string {
  const players = new Map(
    participations.map(({ id, roster_snapshot }) => [
      id,
      roster_snapshot.map(({ web_name }) => web_name).join(' / '),
    ]),
  );
  const lines = teams.flatMap((team) => {
    const { game, team_name, rank, earned_points } = team;
    const start = [
      game.season_id,
      game.name,
      game.game_type,
      game.status,
      describeGameState(team) ?? 'final',
      team_name,
      hasRanks(game) ? rank : '',
      team.teams,
      earned_points,
    ];
    const end = players.get(team.participation_id) ?? '';
    if (team.gameweeks.length === 0) return [[...start, '', '', '', '', '', end]];
    return team.gameweeks.map((week) => [
      ...start,
      week.gameweek,
      week.points,
      week.earned,
      (hasRanks(game) ? week.rank : null) ?? '',
      week.average_points,
      end,
    ]);
  });
  return [HEAD, ...lines].map((line) => line.map(quote).join(',')).join('\r\n');
}

/** Quotes a value. A text that a spreadsheet would run as a formula starts with an apostrophe. */
function quote(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
