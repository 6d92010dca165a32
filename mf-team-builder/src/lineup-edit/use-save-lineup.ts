import { TouchlineError } from '@touchline/api/errors';
import type { ParticipationDetails } from '@touchline/api/http/entries';
import { type ApiLineup, type SaveLineupBody, saveLineup } from '@touchline/api/http/lineups';
import { type Host, useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import {
  isStale,
  keepLineup,
  readUnsentLineups,
  removeUnsentLineup,
  sendInPlaceOf,
} from '@touchline/host/unsent-lineups';
import type { RefObject } from 'react';
import { getTeamQueryKey } from '../team/team.queries.ts';

/** A lineup to be saved, with the gameweek from which it applies. */
export interface LineupSave {
  lineup: ApiLineup;
  /** The saved lineup that was edited. The server rejects the save if another one has replaced it. */
  replaces: ApiLineup;
  /** Own lineups that the server may have saved since. The save may replace them too. */
  attempts: readonly ApiLineup[];
  gameweek: number;
}

/**
 * Saves a lineup. Without a connection, or if the session has ended, it is kept in this browser, and the shell sends it later. Any
 * other failure is logged and returned as the mutation's error, which the user sees (departs from VIEW-15).
 * @param changedSince the lineup that the user has made of it during the save; null without a change, or while a slot is empty
 * @param forget removes the unsaved changes that the tab keeps, or only those that became this lineup. Called after the page has
 * been left too
 */
export function useSaveLineup(
  team: ParticipationDetails,
  changedSince: RefObject<LineupSave | null>,
  forget: (lineup?: ApiLineup) => void,
) {
  const { api, notify, queryClient, session } = useHost();
  const queryKey = getTeamQueryKey(team.id);
  const send = (body: SaveLineupBody) => api.request(saveLineup, { params: { id: team.id }, body });
  return useMutation({
    mutationFn: async (save: LineupSave) => {
      // A 401 signs the user out before the request returns.
      const wallet = findWallet(session);
      const superseded = findSuperseded(team, save, wallet);
      const later = save.gameweek > team.edit_gameweek ? { effective_gameweek: save.gameweek } : {};
      const body = { ...save.lineup, ...later, replaces: save.replaces };
      const saved = await sendInPlaceOf(save.attempts, body, send).catch((error) => {
        if (!canBeSentLater(error) || !keep(team, save, wallet)) throw error;
        // Edit mode ends with the session, so a change during the save is kept too.
        if (isSessionOver(error) && changedSince.current && keep(team, changedSince.current, wallet))
          forget();
        return null;
      });
      for (const unsent of superseded) removeUnsentLineup(unsent);
      return saved;
    },
    onSuccess: (saved, save) => {
      forget(save.lineup);
      if (saved === null) {
        notify({
          kind: 'info',
          title: 'Kept on this device',
          message:
            findWallet(session) === ''
              ? `You are signed out. Sign in with the same wallet, and the lineup of ${team.team_name} is sent.`
              : `The lineup of ${team.team_name} is sent when you are online again.`,
        });
        return;
      }
      const { lineup, effective_gameweek } = saved;
      const changes =
        effective_gameweek === null ? lineup : { next_lineup: { ...lineup, effective_gameweek } };
      // Shows the lineup immediately; the refetch loads points and rank.
      queryClient.setQueryData<ParticipationDetails>(
        queryKey,
        (current) => current && { ...current, ...changes },
      );
      // Also after the page has been left: the response that is kept for offline visits has the lineup before.
      void queryClient.invalidateQueries({ queryKey, refetchType: 'all' });
      const from = effective_gameweek === null ? '' : ` It applies from gameweek ${effective_gameweek}.`;
      notify({ kind: 'success', title: 'Lineup saved', message: `${team.team_name} is set.${from}` });
    },
    onError: (error) => {
      console.error('lineup save failed', error);
      // The usual cause is a kick-off, so a refetch shows the new locks.
      const refetched = queryClient.invalidateQueries({ queryKey });
      // The next save may replace the lineup that was saved elsewhere, so it is loaded before the failure is shown.
      return isStale(error) ? refetched : undefined;
    },
  });
}

/**
 * True without a connection or a session: the server has not decided about the lineup. Other temporary failures are shown, because the
 * user is online and can save again.
 */
const canBeSentLater = (error: unknown) =>
  isSessionOver(error) || (error instanceof TouchlineError && error.code === 'NETWORK_ERROR');

const isSessionOver = (error: unknown) => error instanceof TouchlineError && error.status === 401;

const findWallet = (session: Host['session']) => session.get().user?.wallet_address ?? '';

/** Finds the kept lineups that a save makes obsolete. One for a gameweek that is over can only be saved for the current one. */
const findSuperseded = (
  { id, edit_gameweek }: ParticipationDetails,
  { gameweek }: LineupSave,
  wallet: string,
) =>
  readUnsentLineups(wallet).filter(
    (unsent) => unsent.participation_id === id && Math.max(unsent.gameweek, edit_gameweek) === gameweek,
  );

/** Keeps a lineup for later. Returns false without a wallet or if the browser cannot store it. */
function keep({ id, team_name }: ParticipationDetails, save: LineupSave, wallet: string): boolean {
  if (wallet === '') return false;
  return keepLineup({
    wallet,
    participation_id: id,
    team_name,
    ...save,
    attempts: [...save.attempts],
    saved_at: Date.now(),
    failure: null,
  });
}
