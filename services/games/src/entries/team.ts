import { createHash } from 'node:crypto';
import { type ErrorDetail, TouchlineError } from '@touchline/api/errors';
import type { joinGame, RosterPlayer } from '@touchline/api/http/entries';
import type { FormationName } from '@touchline/rules/formations';
import {
  checkLineup,
  defaultArmbands,
  type LegalLineup,
  mapPositions,
  sortBySlot,
} from '@touchline/rules/lineup';
import type { FeedPlayer, Season } from '@touchline/rules/season';
import { checkSquad, toSquadPlayer } from '@touchline/rules/squad';
import type { RuleViolation } from '@touchline/rules/violations';
import type { z } from 'zod';

export type JoinRequest = z.output<NonNullable<typeof joinGame.body>>;

/** Lineup of a request. */
interface LineupInput {
  formation: FormationName;
  field_players: readonly number[];
  bench_players: readonly number[];
  captain_id?: number | null | undefined;
  vice_captain_id?: number | null | undefined;
}

/** Team of a request. */
interface TeamRequest extends LineupInput {
  team_name: string;
  /** Player ids. */
  roster: readonly number[];
}

/** Validated team before it joins, with names, clubs and prices at the time of the check. */
export interface TeamDraft {
  team_name: string;
  roster: RosterPlayer[];
  lineup: LegalLineup;
  /** Season points of the starting eleven at the time of the check. */
  entry_points: number;
  digest: string;
}

/**
 * Validates the team of a request (game rules 1).
 * @param digest as computed by `computeDigest`
 * @throws TouchlineError SQUAD_INVALID, LINEUP_INVALID with the fields and players
 */
export function draftTeam(request: TeamRequest, digest: string, season: Season): TeamDraft {
  const roster = validateSquad(request.roster, season).map((player) => toRosterPlayer(player, season));
  const lineup = validateLineup(request, roster);
  return {
    team_name: request.team_name,
    roster,
    lineup,
    entry_points: lineup.field.reduce((sum, id) => sum + season.players.get(id)!.total_points, 0),
    digest,
  };
}

/**
 * Returns the players of a roster with their current feed data, if they form a legal squad (game rules 1).
 * @throws TouchlineError SQUAD_INVALID with the fields and players
 */
function validateSquad(roster: readonly number[], season: Season): FeedPlayer[] {
  const unknown: RuleViolation[] = roster.flatMap((id, index) =>
    season.players.has(id)
      ? []
      : [
          {
            code: 'PLAYER_UNKNOWN',
            path: `roster.${index}`,
            player_ids: [id],
            message: 'Player does not exist',
          },
        ],
  );
  if (unknown.length > 0) throw violationError('SQUAD_INVALID', unknown);
  const players = roster.map((id) => season.players.get(id)!);
  const violations = checkSquad(players.map((player) => toSquadPlayer(player, player.price)));
  if (violations.length > 0) throw violationError('SQUAD_INVALID', violations, { players: 'roster' });
  return players;
}

/**
 * Validates a lineup and returns it in slot order with missing armbands filled in (VIEW-12).
 * @throws TouchlineError LINEUP_INVALID with the fields and players
 */
export function validateLineup(input: LineupInput, roster: readonly RosterPlayer[]): LegalLineup {
  const positions = mapPositions(roster);
  const field = sortBySlot(input.field_players, positions);
  const lineup = {
    formation: input.formation,
    field,
    bench: input.bench_players,
    ...defaultArmbands(field, input.captain_id, input.vice_captain_id),
  };
  const violations = checkLineup(lineup, positions);
  if (violations.length > 0) throw violationError('LINEUP_INVALID', violations);
  return { ...lineup, bench_positions: lineup.bench.map((id) => positions.get(id)!) };
}

/**
 * Creates an error with the first violation as its message and all violations as details.
 * @param paths field paths of the API, by paths of `rules`
 */
function violationError(
  code: 'LINEUP_INVALID' | 'SQUAD_INVALID',
  violations: readonly RuleViolation[],
  paths: Readonly<Record<string, string>> = {},
): TouchlineError {
  const details = violations.flatMap(({ path, player_ids, message }): ErrorDetail[] => {
    const field = path === undefined ? {} : { path: paths[path] ?? path };
    if (!player_ids || player_ids.length === 0) return [{ ...field, message }];
    return player_ids.map((player_id) => ({ ...field, player_id, message }));
  });
  return new TouchlineError(code, violations[0]!.message, { details });
}

/** Builds the snapshot of a player that is stored with rosters. */
function toRosterPlayer(player: FeedPlayer, season: Season): RosterPlayer {
  const { id, code, name, web_name, team, position } = player;
  const team_code = season.clubs.get(team)?.code ?? 0;
  return { id, code, name, web_name, team, team_code, position, price: player.price / 10 };
}

/** Validates a team again with current prices; null when the rules no longer allow it. */
export function recheckTeam(team: TeamDraft, season: Season): TeamDraft | null {
  const { field, bench, ...lineup } = team.lineup;
  const roster = team.roster.map(({ id }) => id);
  try {
    const request = {
      ...lineup,
      team_name: team.team_name,
      roster,
      field_players: field,
      bench_players: bench,
    };
    return draftTeam(request, team.digest, season);
  } catch (error) {
    if (error instanceof TouchlineError) return null;
    throw error;
  }
}

/** Computes the digest of a team, which is equal for requests with the same team. The payment hash is not included. */
export function computeDigest(team: TeamRequest): string {
  const parts = [
    team.team_name,
    team.roster,
    team.formation,
    team.field_players,
    team.bench_players,
    team.captain_id ?? null,
    team.vice_captain_id ?? null,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
