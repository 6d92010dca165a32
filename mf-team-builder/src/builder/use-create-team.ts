import { TouchlineError } from '@touchline/api/errors';
import { FAILED_TO_JOIN, joinGame } from '@touchline/api/http/entries';
import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { useState } from 'react';
import { useBuilder } from '../draft/builder-context.ts';
import { getDraftedIds } from '../draft/draft-state.ts';
import { draftActions } from '../draft/draft-store.ts';
import { getBootstrapQueryKey } from '../football/football.queries.ts';
import { CHOSEN_GAME_KEY } from '../game/chosen-game.ts';
import { isPaid } from '../game/game.ts';
import type { Order } from '../payment/pay-entry.ts';
import { type EntryPayment, useEntryPayment } from '../payment/use-entry-payment.ts';
import { TEAM_BUILDER_KEY } from '../query-key.ts';
import { prepareSubmission, type Submission } from './submission.ts';

/** Reasons why a team was not created. The draft is unchanged. */
export interface CreationError {
  message: string;
  /** Errors of single players, by player id. */
  players: ReadonlyMap<number, string>;
  /** All other errors. */
  others: readonly string[];
  /** True if the user already has a team in this game. */
  joined: boolean;
}

export interface Creation {
  creating: boolean;
  error: CreationError | null;
  create: () => void;
  /** Payment of the entry fee, if the game has one. */
  payment: EntryPayment;
}

/** Joins the game with the team and opens My Teams or the page from which the user came (BUILD-06, BUILD-28). An entry fee is paid first (PAY-01). */
export function useCreateTeam(wallet: string): Creation {
  const host = useHost();
  const { store, chosen, game, byId } = useBuilder();
  const [submitError, setSubmitError] = useState<string | null>(null);
  const [rejectedTeam, setRejectedTeam] = useState<Error | null>(null);
  const { finish, leave } = useFinish();
  // A rejection of the team means that prices or players have changed since they were loaded.
  const reloadPlayers = () => void host.queryClient.invalidateQueries({ queryKey: getBootstrapQueryKey() });
  const join = useMutation({
    mutationFn: (submission: Submission) =>
      host.api.request(joinGame, { params: { id: submission.game.id }, body: submission.team }),
    onSuccess: (_, { game }) => finish(game),
    onError: reloadPlayers,
  });
  const payment = useEntryPayment({
    wallet,
    game,
    onJoined: () => {
      if (!game) return;
      void finish(game);
      leave(game);
    },
    onTeamRejected: (error) => {
      setRejectedTeam(error);
      reloadPlayers();
    },
  });
  const create = () => {
    if (join.isPending) return;
    const state = store.getState();
    const squad = getDraftedIds(state).flatMap((id) => byId.get(id) ?? []);
    const submission = prepareSubmission({ chosen, game, state, squad, wallet });
    if (typeof submission === 'string') return setSubmitError(submission);
    setSubmitError(null);
    setRejectedTeam(null);
    if (isPaid(submission.game)) return payment.open(toOrder(submission, wallet));
    // A user who has left the builder before the response stays on the page that they have opened.
    join.mutate(submission, { onSuccess: () => leave(submission.game) });
  };
  const failure = rejectedTeam ?? join.error;
  const error = submitError
    ? { ...NO_DETAILS, message: submitError }
    : failure
      ? toCreationError(failure)
      : null;
  return { creating: join.isPending, error, create, payment };
}

/** Returns the steps after a team has joined its game: `finish` in any case, `leave` while the builder is open. */
function useFinish() {
  const host = useHost();
  const { store, chosen } = useBuilder();
  return {
    async finish(game: Game) {
      await host.queryClient.invalidateQueries({ queryKey: TEAM_BUILDER_KEY, refetchType: 'none' });
      host.notify({
        kind: 'success',
        title: 'Team created',
        message: `Your team is in ${game.name}. Good luck!`,
      });
      store.dispatch(draftActions.cleared());
    },
    leave(game: Game) {
      sessionStorage.removeItem(CHOSEN_GAME_KEY);
      const [to, state] = chosen.return_to
        ? [chosen.return_to, { joinedGame: game.id }]
        : ['/my-team', undefined];
      host.navigate(to, { replace: true, state });
    },
  };
}

function toOrder({ game, team }: Submission, wallet: string): Order {
  const { transaction_hash: _, ...paid } = team;
  return { wallet, game, team: paid, fee: game.entry_fee };
}

const NO_DETAILS: Omit<CreationError, 'message'> = { players: new Map(), others: [], joined: false };

/** Converts an error of the server. An error without a message gets the default text of PAY-17. */
function toCreationError(error: Error): CreationError {
  const { details, code } = error instanceof TouchlineError ? error : { details: [], code: '' };
  const players = new Map<number, string>();
  const others = new Set<string>();
  for (const { player_id, message } of details) {
    if (player_id === undefined) others.add(message);
    else players.set(player_id, [players.get(player_id), message].filter(Boolean).join('. '));
  }
  const message = error.message || FAILED_TO_JOIN;
  others.delete(message);
  return { message, players, others: [...others], joined: code === 'ALREADY_JOINED' };
}
