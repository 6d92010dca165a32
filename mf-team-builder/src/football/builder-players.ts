import type { Bootstrap, Player, Team } from '@touchline/api/http/fpl';
import { clubByCode } from '@touchline/rules/clubs';
import { priceTenths } from '@touchline/rules/prices';
import { normaliseSearchText } from '@touchline/rules/search-text';
import { isPosition, type SquadPlayer, toSquadPlayer } from '@touchline/rules/squad';
import type { Fitness } from '@touchline/ui/FitnessFlag';

/** Fields of the feed that the builder shows as they are. */
type FeedPlayer = Pick<
  Player,
  'code' | 'name' | 'web_name' | 'form' | 'status' | 'news' | 'chance_of_playing'
>;

/** A player in the builder (DATA-04), to which the squad rules apply. Prices are in tenths of a million. */
export interface BuilderPlayer extends FeedPlayer, SquadPlayer {
  /** Id of the club in the feed, like `club`, by which the squad rules tell clubs apart. */
  team_id: number;
  /** Three letters. */
  club_short: string;
  club_name: string;
  /** Stable across seasons, unlike `team_id`. */
  club_code: number;
  club_colour: string;
  /** Price change since the start of the season. */
  priceChange: number;
  points: number;
  /** Percent. */
  ownership: number;
  /** Name and club, normalised for search. */
  searchText: string;
}

/** Maps the players of the feed for the builder. Players with a position that does not exist in a squad are left out. */
export function toBuilderPlayers({ players, teams }: Pick<Bootstrap, 'players' | 'teams'>): BuilderPlayer[] {
  const byId = new Map(teams.map((team) => [team.id, team]));
  return players.flatMap((player) =>
    isPosition(player.position) ? [toBuilderPlayer(player, byId.get(player.team))] : [],
  );
}

function toBuilderPlayer(player: Player, team: Team | undefined): BuilderPlayer {
  const club = clubByCode(team?.code ?? 0, team);
  const { code, name, web_name, form, status, news, chance_of_playing } = player;
  return {
    ...toSquadPlayer(player, priceTenths(player.price)),
    code,
    name,
    web_name,
    form,
    status,
    news,
    chance_of_playing,
    team_id: player.team,
    club_short: club.short_name,
    club_name: club.name,
    club_code: club.code,
    club_colour: club.colour,
    priceChange: priceTenths(player.cost_change),
    points: player.total_points,
    ownership: player.selected_by_percent,
    searchText: normaliseSearchText(`${web_name} ${name} ${club.name} ${club.short_name}`),
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
