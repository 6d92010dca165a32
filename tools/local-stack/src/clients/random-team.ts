import type { JoinBody } from '@touchline/api/http/entries';
import type { Bootstrap } from '@touchline/api/http/fpl';
import { autoFill, toLineup } from '@touchline/rules/draft';
import { DEFAULT_FORMATION } from '@touchline/rules/formations';
import { priceTenths } from '@touchline/rules/prices';
import { randomPick } from '@touchline/rules/random-pick';
import type { Position, SquadPlayer } from '@touchline/rules/squad';

/** A valid team of random players, as the body of a join. @throws Error when the feed allows none */
export function randomTeam(
  { players }: Pick<Bootstrap, 'players'>,
  teamName: string,
  random: () => number = Math.random,
): JoinBody {
  const pool = players.map(
    (player): SquadPlayer => ({
      id: player.id,
      position: player.position as Position,
      club: player.team,
      price: priceTenths(player.price),
      selectable: player.can_select,
    }),
  );
  const squad = randomPick([], pool, random);
  if (!squad) throw new Error('the players of the feed allow no valid squad');
  const roster = squad.map((player) => player.id);
  const positions = new Map(squad.map((player) => [player.id, player.position]));
  const lineup = toLineup(autoFill(roster, DEFAULT_FORMATION, positions));
  if (!lineup) throw new Error('the squad fits no formation');
  return {
    team_name: teamName,
    roster,
    formation: lineup.formation,
    field_players: [...lineup.field],
    bench_players: [...lineup.bench],
    captain_id: lineup.captain_id,
    vice_captain_id: lineup.vice_captain_id,
  };
}
