import type { Player, validateTeam } from '@touchline/api/http/fpl';
import { checkLineup, defaultArmbands } from '@touchline/rules/lineup';
import { priceTenths } from '@touchline/rules/prices';
import {
  BUDGET_TENTHS,
  checkSquad,
  type Position,
  type SquadPlayer,
  squadCost,
  toSquadPlayer,
} from '@touchline/rules/squad';
import type { RuleViolation } from '@touchline/rules/violations';
import type { z } from 'zod';

type TeamRequest = z.output<NonNullable<typeof validateTeam.body>>;
type TeamCheck = z.input<typeof validateTeam.data>;

/** Checks a squad, and its lineup if any field of it is present, by the rules for joining (game rules 1). */
export function checkTeam(players: readonly Player[], team: TeamRequest): TeamCheck {
  const byId = new Map(players.map((player) => [player.id, player]));
  const known = team.roster
    .flatMap((id) => byId.get(id) ?? [])
    .map((player) => toSquadPlayer(player, priceTenths(player.price)));
  const violations = findViolations(team, known, byId);
  const cost = squadCost(known);
  return {
    valid: violations.length === 0,
    errors: violations.map(({ code, message, player_ids }) => ({ code, message, players: player_ids ?? [] })),
    cost: cost / 10,
    remaining: (BUDGET_TENTHS - cost) / 10,
  };
}

function findViolations(
  team: TeamRequest,
  known: readonly SquadPlayer[],
  byId: ReadonlyMap<number, Player>,
): RuleViolation[] {
  const unknown = team.roster.filter((id) => !byId.has(id));
  // Further checks would only repeat the error.
  if (unknown.length > 0)
    return [{ code: 'PLAYER_UNKNOWN', player_ids: unknown, message: 'Player does not exist' }];
  return [...checkSquad(known), ...findLineupViolations(team, known)];
}

function findLineupViolations(team: TeamRequest, squad: readonly SquadPlayer[]): RuleViolation[] {
  const { formation, field_players, bench_players, captain_id, vice_captain_id } = team;
  const fields = [formation, field_players, bench_players, captain_id, vice_captain_id];
  if (fields.every((value) => value === undefined || value === null)) return [];
  const field = field_players ?? [];
  const positions = new Map<number, Position>(squad.map(({ id, position }) => [id, position]));
  const bands = defaultArmbands(field, captain_id, vice_captain_id);
  return checkLineup({ formation: formation ?? '', field, bench: bench_players ?? [], ...bands }, positions);
}
