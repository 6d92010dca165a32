import { isTemporary, TouchlineError } from '@touchline/api/errors';
import type { Game } from '@touchline/api/http/games';
import { joinLeague, type LeagueInvitation } from '@touchline/api/http/leagues';
import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useMutation, useQuery } from '@touchline/host/query';
import { Navigate, useLocation } from '@touchline/host/router';
import { Button } from '@touchline/ui/base';
import { ErrorState } from '@touchline/ui/ErrorState';
import { formatTokens, formatUpcoming } from '@touchline/ui/format';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { useEffect, useRef } from 'react';
import { Closed } from './Closed.tsx';
import { buildInvitePath } from './league-texts.ts';
import classes from './leagues.module.css';
import { canJoinQuery, LEAGUES_KEY, myLeaguesQuery } from './leagues.queries.ts';

interface JoinStepsProps {
  invitation: LeagueInvitation;
  code: string;
  /** Reason why joining is closed; null if the league is open. */
  closed: string | null;
}

/**
 * Next step of a signed-in player: pick a team, or join. The team builder returns to this page with the game in the navigation state;
 * the player then joins without another click. A player who leaves the builder earlier does not join.
 */
export function JoinSteps({ invitation, code, closed }: JoinStepsProps) {
  const { api } = useHost();
  const { id, kind, start_gameweek, game } = invitation;
  const leagues = useQuery(myLeaguesQuery(api));
  const eligibility = useQuery(canJoinQuery(api, game.id));
  const join = useJoin(code);
  const hasEntry = eligibility.data?.code === 'ALREADY_JOINED';
  const isMember = leagues.data?.some((league) => league.id === id) ?? false;
  const returned = useReturned(game.id);
  const attempted = useRef(false);
  useEffect(() => {
    if (!returned || !hasEntry || !leagues.data || isMember || closed || attempted.current) return;
    attempted.current = true;
    join.mutate();
  }, [returned, hasEntry, leagues.data, isMember, closed, join.mutate]);

  if (isMember) return <Navigate to={`/leagues/${id}`} replace />;
  const loads = [leagues, eligibility];
  const failed = loads.filter(hasFirstLoadFailed);
  const loading = failed.length === 0 && loads.some(({ isPending }) => isPending);
  if (loading || join.isPending || join.isSuccess)
    return (
      <RowsSkeleton
        rows={2}
        height={88}
        label={join.isPending ? 'Joining the league' : 'Checking your team'}
      />
    );
  if (closed) return <Closed text={closed} />;
  if (join.isError && isFinal(join.error)) return <Closed text={join.error.message} />;
  if (!leagues.data || !eligibility.data || join.isError) {
    const retry = () =>
      join.isError ? join.mutate() : void Promise.all(failed.map((query) => query.refetch()));
    return (
      <ErrorState
        title="You are not in the league yet"
        onRetry={retry}
        retrying={failed.some(({ isFetching }) => isFetching)}
      >
        {join.error?.message ?? 'Your team is safe. Check your connection.'}
      </ErrorState>
    );
  }
  if (hasEntry)
    return (
      <section className={classes.panel} aria-label="Join">
        <p>
          Your team in {game.name} joins the league. It costs nothing, and you can leave{' '}
          {kind === 'CLASSIC' ? 'later' : `until gameweek ${start_gameweek} starts`}.
        </p>
        <Button onClick={() => join.mutate()}>Join the league</Button>
      </section>
    );
  if (eligibility.data.canJoin) return <PickTeam game={game} code={code} />;
  return <Closed {...describeNoEntry(game, eligibility.data, api.now())} />;
}

/** True if the team builder opened this page after the player's team had joined the game. */
function useReturned(gameId: string): boolean {
  const { state } = useLocation();
  return typeof state === 'object' && state !== null && 'joinedGame' in state && state.joinedGame === gameId;
}

function useJoin(code: string) {
  const { api, navigate, notify, queryClient } = useHost();
  return useMutation({
    mutationFn: () => api.request(joinLeague, { body: { code } }),
    onSuccess: async ({ league }) => {
      await queryClient.invalidateQueries({ queryKey: LEAGUES_KEY, refetchType: 'none' });
      notify({ kind: 'success', message: `You are in ${league.name}.` });
      navigate(`/leagues/${league.id}`, { replace: true });
    },
  });
}

/** Reports whether another try can't succeed: wrong code, banned, full, started, or too many leagues. */
const isFinal = (error: Error) =>
  error instanceof TouchlineError && error.status >= 400 && !isTemporary(error);

/** Opens the team builder, which returns to this page with the team in the game. */
function PickTeam({ game, code }: { game: Game; code: string }) {
  const { navigate } = useHost();
  const { id, name, game_type, entry_fee } = game;
  const chosen = game_type === 'TOURNAMENT' ? { tournament: { id, name } } : { gameId: id };
  const pick = () =>
    navigate('/team-build', {
      state: { gameMode: game_type.toLowerCase(), ...chosen, returnTo: buildInvitePath(code) },
    });
  return (
    <section className={classes.panel} aria-label="Pick your team">
      <p>
        One step left: pick your team for {name}. {describeFee(entry_fee)} Then you are in the league.
      </p>
      <Button onClick={pick}>Pick your team</Button>
    </section>
  );
}

/** Cost of a team in the game. */
export const describeFee = (entryFee: string): string =>
  Number(entryFee) === 0 ? 'It’s free.' : `The entry fee is ${formatTokens(entryFee)} FOOTBALL.`;

/** Reason why the user has no team in the game and can't pick one now. */
function describeNoEntry(
  { name, join_opens_at }: Game,
  { code, reason }: { code: string | null; reason: string },
  now: number,
) {
  if (code === 'NOT_OPEN')
    return {
      title: `${name} is not open yet`,
      text: `It opens ${formatUpcoming(join_opens_at, now)}. You can then pick your team here.`,
    };
  if (code === 'PAYMENT_PENDING')
    return {
      title: 'Your payment is being confirmed',
      text: `Your team joins ${name} in about a minute. You can then join the league on this page.`,
    };
  return { text: `You need a team in ${name}. ${reason}` };
}
