import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useQuery, useQueryClient } from '@touchline/host/query';
import { GAMES_KEY, gamesQuery, joinedGamesQuery } from '../game/games.queries.ts';
import { useEligibility } from '../payment/use-eligibility.ts';
import { useLiveRefresh } from '../use-live-refresh.ts';

/** As many as the API lists at once; the latest are among them. */
const LIMIT = 100;
const NONE: readonly Game[] = [];
const NO_GAMES: readonly string[] = [];

/** The tournaments and where the caller stands in each, kept up to date by live messages. */
export function useTournaments(wallet: string) {
  const { api } = useHost();
  const client = useQueryClient();
  const list = useQuery(gamesQuery(api, { game_type: 'TOURNAMENT', limit: LIMIT, sort_order: 'DESC' }));
  const participations = useQuery(joinedGamesQuery(api, wallet));
  const joined = participations.data ?? NO_GAMES;
  const eligibility = useEligibility(wallet, list.data ?? NONE, joined);
  const reload = () => client.invalidateQueries({ queryKey: GAMES_KEY });
  useLiveRefresh(['game', 'gameweek'], reload);
  // Before it is known what is joined, "Join" would be a guess.
  const pending = list.isPending || participations.isPending;
  return { list, pending, joined, eligibility, reload };
}
