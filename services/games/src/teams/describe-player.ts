import type { RosterPlayer } from '@touchline/api/http/entries';
import type { Season } from '../football/season.ts';

/** A player of a roster as the feed shows him now; one that left the feed keeps what the roster recorded. */
export function describePlayer(player: RosterPlayer, season: Season) {
  const now = season.players.get(player.id);
  const club = season.clubs.get(now?.team ?? player.team);
  return {
    id: player.id,
    code: player.code,
    full_name: now?.name ?? player.name,
    web_name: now?.web_name ?? player.web_name,
    real_team_name: club?.name ?? '',
    team_short_name: club?.short_name ?? '',
    team_code: club?.code ?? player.team_code,
    position: player.position,
    price: now === undefined ? player.price : now.price / 10,
    form: now?.form ?? 0,
    status: now?.status ?? 'u',
    news: now?.news ?? '',
    chance_of_playing: now?.chance_of_playing ?? null,
  };
}
