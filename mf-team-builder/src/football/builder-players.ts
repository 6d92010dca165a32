import type { Bootstrap, Player, Team } from '@touchline/api/http/fpl';
import { clubByCode } from '@touchline/rules/clubs';
import { priceTenths } from '@touchline/rules/prices';
import { normaliseSearchText } from '@touchline/rules/search-text';
import { isPosition, isSelectable, type Position, type SquadPlayer } from '@touchline/rules/squad';
import type { Fitness } from '@touchline/ui/FitnessFlag';

/** A player in the builder (DATA-04). Prices are in tenths of a million. */
export interface BuilderPlayer {
  id: number;
  /** Stable across seasons. */
  code: number;
  name: string;
  web_name: string;
  position: Position;
  team_id: number;
  /** Three-letter club name. */
  club: string;
  club_name: string;
  /** Stable across seasons, unlike `team_id`. */
  club_code: number;
  club_colour: string;
  price: number;
  /** Price change since the start of the season. */
  priceChange: number;
  points: number;
  form: number;
  /** Percent. */
  ownership: number;
  status: string;
  news: string;
  chance_of_playing: number | null;
  /** Input for the squad rules. */
  rules: SquadPlayer;
  /** Name and club, normalised for search. */
  searchText: string;
}

/** Maps the players of the feed for the builder. Players with a position that does not exist in a squad are left out. */
export function toBuilderPlayers({ players, teams }: Pick<Bootstrap, 'players' | 'teams'>): BuilderPlayer[] {
  const byId = new Map(teams.map((team) => [team.id, team]));
  return players.flatMap((player) =>
    isPosition(player.position) ? [toBuilderPlayer(player, player.position, byId.get(player.team))] : [],
  );
}

function toBuilderPlayer(player: Player, position: Position, team: Team | undefined): BuilderPlayer {
  const club = clubByCode(team?.code ?? 0, team);
  const price = priceTenths(player.price);
  return {
    id: player.id,
    code: player.code,
    name: player.name,
    web_name: player.web_name,
    position,
    team_id: player.team,
    club: club.short_name,
    club_name: club.name,
    club_code: club.code,
    club_colour: club.colour,
    price,
    priceChange: priceTenths(player.cost_change),
    points: player.total_points,
    form: player.form,
    ownership: player.selected_by_percent,
    status: player.status,
    news: player.news,
    chance_of_playing: player.chance_of_playing,
    rules: { id: player.id, position, club: player.team, price, selectable: isSelectable(player) },
    searchText: normaliseSearchText(`${player.web_name} ${player.name} ${club.name} ${club.short_name}`),
  };
}

/** Returns a player's fitness flag, or null if the player is available. */
export function describeFitness(
  player: Pick<BuilderPlayer, 'status' | 'news' | 'chance_of_playing'>,
): Fitness | null {
  const chance = player.chance_of_playing;
  if (player.status === 'a' && (chance === null || chance === 100)) return null;
  const text = player.news || (chance === null ? 'Not available' : `${chance}% chance of playing`);
  return { kind: chance !== null && chance > 0 ? 'doubt' : 'out', text };
}
