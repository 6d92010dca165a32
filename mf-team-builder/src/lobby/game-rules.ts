import type { Game } from '@touchline/api/http/games';
import { BUDGET_TENTHS, MAX_PER_CLUB, SQUAD_SIZE } from '@touchline/rules/squad';

/** Rules of a game in sentences (docs/rules). */
export function listGameRules({ game_type, first_gameweek, last_gameweek }: Game): string[] {
  const gameweeks =
    first_gameweek === last_gameweek
      ? `gameweek ${first_gameweek}`
      : `gameweeks ${first_gameweek} to ${last_gameweek}`;
  return [
    `A squad has ${SQUAD_SIZE} players costing at most £${(BUDGET_TENTHS / 10).toFixed(1)}m, with no more than ${MAX_PER_CLUB} from any club: 2 goalkeepers, 5 defenders, 5 midfielders and 3 forwards.`,
    `Points count in ${gameweeks}, from matches that kick off after you join. The squad stays the same.`,
    'Each player locks at the kick-off of their match. Until then you can change your eleven, bench and armbands. Both armbands are fixed once your captain or vice-captain has kicked off.',
    "The captain's points count twice; the vice-captain takes over if the captain does not play. Bench players replace starters who do not play.",
    'Teams are ranked by earned points: your points times your stake coefficient.',
    ...(game_type === 'SEASON'
      ? ['You can save a lineup for the next gameweek while players are locked.']
      : []),
  ];
}
