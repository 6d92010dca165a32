import { TouchlineError } from '@touchline/api/errors';
import { joinGame } from '@touchline/api/http/entries';
import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useMutation, useQueryClient } from '@touchline/host/query';
import { useStore } from '@touchline/host/redux';
import { useState } from 'react';
import { useBuilder } from '../draft/builder-context.tsx';
import { draftActions } from '../draft/draft-slice.ts';
import { draftedIds } from '../draft/draft-state.ts';
import type { DraftRoot } from '../draft/draft-store.ts';
import { BOOTSTRAP_KEY } from '../football/football.queries.ts';
import { CHOSEN_GAME_KEY } from '../game/chosen-game.ts';
import { isPaid } from '../game/timed-game.ts';
import type { Order } from '../payment/pay-entry.ts';
import { type EntryPayment, useEntryPayment } from '../payment/use-entry-payment.ts';
import { prepareSubmission, type Submission } from './submission.ts';

/** Why a team was not created: nothing of it is lost. */
export interface Refusal {
  message: string;
  /** What is wrong with single players, by id. */
  players: ReadonlyMap<number, string>;
  /** What is wrong otherwise. */
  others: readonly string[];
  /** The wallet has a team in this game. */
  joined: boolean;
}

export interface Creation {
  creating: boolean;
  refusal: Refusal | null;
  create: () => void;
  /** The way into a game with an entry fee. */
  payment: EntryPayment;
}

/**
 * Sends the finished team into its game and goes to My Teams (BUILD-06, BUILD-28): at once into a free one, after its payment
 * into one with an entry fee (PAY-01).
 */
export function useCreateTeam(wallet: string): Creation {
  const host = useHost();
  const store = useStore<DraftRoot>();
  const { chosen, game, byId } = useBuilder();
  const [unready, setUnready] = useState<string | null>(null);
  const [refusedTeam, setRefusedTeam] = useState<Error | null>(null);
  const created = useCreated();
  const client = useQueryClient();
  // The server judged by its own players: prices that rose meanwhile, a transfer, somebody who left.
  const loadPlayersAgain = () => void client.invalidateQueries({ queryKey: BOOTSTRAP_KEY });
  const join = useMutation({
    mutationFn: (submission: Submission) =>
      host.api.call(joinGame, { params: { id: submission.game.id }, body: submission.team }),
    onSuccess: (_, { game }) => created(game),
    onError: loadPlayersAgain,
  });
  const payment = useEntryPayment({
    wallet,
    game,
    onJoined: () => void (game && created(game)),
    onTeamRefused: (error) => {
      setRefusedTeam(error);
      loadPlayersAgain();
    },
  });
  const create = () => {
    if (join.isPending) return;
    const state = store.getState().team;
    const squad = draftedIds(state).flatMap((id) => byId.get(id)?.rules ?? []);
    const submission = prepareSubmission({ chosen, game, state, squad, wallet });
    if (typeof submission === 'string') return setUnready(submission);
    setUnready(null);
    setRefusedTeam(null);
    if (isPaid(submission.game)) return payment.open(orderOf(submission, wallet));
    join.mutate(submission);
  };
  const error = refusedTeam ?? join.error;
  const refusal = unready ? { ...NOBODY, message: unready } : error ? refusalOf(error) : null;
  return { creating: join.isPending, refusal, create, payment };
}

/** What is left to do once a team is in its game. */
function useCreated() {
  const host = useHost();
  const store = useStore<DraftRoot>();
  const client = useQueryClient();
  return async (game: Game) => {
    sessionStorage.removeItem(CHOSEN_GAME_KEY);
    await client.invalidateQueries({ queryKey: ['team-builder'], refetchType: 'none' });
    host.notify({
      kind: 'success',
      title: 'Team created',
      message: `Your team is in ${game.name}. Good luck!`,
    });
    host.navigate('/my-team');
    store.dispatch(draftActions.cleared());
  };
}

function orderOf({ game, team }: Submission, wallet: string): Order {
  const { transaction_hash: _, ...paid } = team;
  return { wallet, game, team: paid, fee: game.entry_fee };
}

const NOBODY: Omit<Refusal, 'message'> = { players: new Map(), others: [], joined: false };

/** The server's refusal by player and otherwise (PAY-17: its sentence, or the default). */
export function refusalOf(error: Error): Refusal {
  const { details, code } = error instanceof TouchlineError ? error : { details: [], code: '' };
  const players = new Map<number, string>();
  const others = new Set<string>();
  for (const { player_id, message } of details) {
    if (player_id === undefined) others.add(message);
    else players.set(player_id, [players.get(player_id), message].filter(Boolean).join('. '));
  }
  const message = error.message || 'Failed to join game';
  others.delete(message);
  return { message, players, others: [...others], joined: code === 'ALREADY_JOINED' };
}
