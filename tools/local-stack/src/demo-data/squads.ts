import type { JoinBody } from '@touchline/api/http/entries';
import type { Bootstrap } from '@touchline/api/http/fpl';
import { autoFill } from '@touchline/rules/draft';
import { FORMATIONS } from '@touchline/rules/formations';
import { priceTenths } from '@touchline/rules/prices';
import { randomPick, tradeUp } from '@touchline/rules/random-pick';
import { toSquadPlayer } from '@touchline/rules/squad';
import { toJoinBody } from '../clients/random-team.ts';

/** Reserve for rising prices: a squad must still be affordable in the next gameweek. */
const MARGIN_TENTHS = 1;

/** Share of the players that a manager chooses from, so that squads differ. */
const POOL_SHARE = 0.25;

/** Picks squads that spend the budget, with the most expensive players on the pitch. */
export function createSquadPicker({ players }: Pick<Bootstrap, 'players'>) {
  const pool = players
    .filter((player) => player.can_select && player.status === 'a')
    .map((player) => toSquadPlayer(player, priceTenths(player.price) + MARGIN_TENTHS));
  /** @throws Error when the feed allows no squad */
  return (team_name: string, random: () => number): JoinBody => {
    const known = pool.filter(() => random() < POOL_SHARE);
    const picked = randomPick([], known, random) ?? randomPick([], pool, random);
    if (!picked) throw new Error('the players of the feed allow no valid squad');
    const squad = tradeUp(picked, 0, known, random).toSorted((a, b) => b.price - a.price);
    const positions = new Map(squad.map(({ id, position }) => [id, position]));
    const formation = FORMATIONS[Math.floor(random() * FORMATIONS.length)]!.name;
    const roster = squad.map(({ id }) => id);
    const draft = autoFill(roster, formation, positions);
    const [captain_id = null, vice_captain_id = null] = squad
      .filter(({ id, position }) => position !== 1 && draft.slots.includes(id))
      .map(({ id }) => id)
      .slice(0, 3)
      .toSorted(() => random() - 0.5);
    return toJoinBody(team_name, roster, { ...draft, captain_id, vice_captain_id });
  };
}
