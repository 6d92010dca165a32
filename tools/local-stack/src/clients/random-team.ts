import type { JoinBody } from '@touchline/api/http/entries';
import type { Bootstrap } from '@touchline/api/http/fpl';
import { autoFill, type Draft, toLineup } from '@touchline/rules/draft';
import { DEFAULT_FORMATION } from '@touchline/rules/formations';
import { priceTenths } from '@touchline/rules/prices';
import { randomPick } from '@touchline/rules/random-pick';
import { toSquadPlayer } from '@touchline/rules/squad';

/** A valid team of random players, as the body of a join. @throws Error when the feed allows none */
export function randomTeam(
  { players }: Pick<Bootstrap, 'players'>,
  teamName: string,
  random: () => number = Math.random,
): JoinBody {
  const pool = players.map((player) => toSquadPlayer(player, priceTenths(player.price)));
  const squad = randomPick([], pool, random);
  if (!squad) throw new Error('the players of the feed allow no valid squad');
  const roster = squad.map((player) => player.id);
  const positions = new Map(squad.map((player) => [player.id, player.position]));
  return toJoinBody(teamName, roster, autoFill(roster, DEFAULT_FORMATION, positions));
}

/** Converts a draft to the body of a join. @throws Error when the draft is incomplete */
export function toJoinBody(team_name: string, roster: number[], draft: Draft): JoinBody {
  const lineup = toLineup(draft);
  if (!lineup) throw new Error('the squad fits no formation');
  const { formation, field, bench, captain_id, vice_captain_id } = lineup;
  return {
    team_name,
    roster,
    formation,
    field_players: [...field],
    bench_players: [...bench],
    captain_id,
    vice_captain_id,
  };
}
