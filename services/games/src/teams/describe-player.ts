import type { RosterPlayer } from '@touchline/api/http/entries';
import type { Season } from '@touchline/rules/season';

/** Describes a roster player with the latest feed data. A player who left the feed has status `u`. */
export function describePlayer(player: RosterPlayer, season: Season) {
  const current = season.players.get(player.id);
  const club = season.clubs.get(current?.team ?? player.team);
  return {
    id: player.id,
    code: player.code,
    full_name: current?.name ?? player.name,
    web_name: current?.web_name ?? player.web_name,
    real_team_name: club?.name ?? '',
    team_short_name: club?.short_name ?? '',
    team_code: club?.code ?? player.team_code,
    position: player.position,
    price: current === undefined ? player.price : current.price / 10,
    form: current?.form ?? 0,
    status: current?.status ?? 'u',
    news: current?.news ?? '',
    chance_of_playing: current?.chance_of_playing ?? null,
  };
}
