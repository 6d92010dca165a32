import type { Query } from '@tanstack/react-query';
import { isTemporary, TouchlineError } from '@touchline/api/errors';
import { saveLineup } from '@touchline/api/http/lineups';
import type { Host } from '@touchline/host/host';
import {
  keepLineup,
  readUnsentLineups,
  removeUnsentLineup,
  sendInPlaceOf,
  toSaveRequest,
  type UnsentLineup,
  watchUnsentLineups,
} from '@touchline/host/unsent-lineups';
import type { KeptData } from '../kept-data.ts';

const RETRY_MS = 15_000;
const LOCK = 'touchline-unsent-lineups';

type SenderHost = Pick<Host, 'api' | 'session' | 'live' | 'notify' | 'queryClient'> & {
  kept: Pick<KeptData, 'remove'>;
};

/**
 * Sends lineups that were saved without a connection, on any page: when the connection or their user returns, and every 15 seconds
 * while some wait. One tab sends at a time. A rejected lineup is kept with the reason. Returns the function that stops it.
 */
export function sendUnsentLineups(host: SenderHost, locks: LockManager | undefined): () => void {
  let sending = false;
  const findWaiting = () => {
    const wallet = host.session.get().user?.wallet_address;
    const waiting = wallet ? readUnsentLineups(wallet).filter(({ failure }) => failure === null) : [];
    // A gameweek without its own lineup has the one before it, so sending that one first would make this one STALE.
    return waiting.toSorted((a, b) => b.gameweek - a.gameweek);
  };
  async function sendAll(): Promise<void> {
    for (const listed of findWaiting()) {
      // During the previous request the user may have signed out, switched the wallet, or edited or discarded this lineup.
      const unsent = findWaiting().find((other) => isSameTeamAndGameweek(other, listed));
      if (unsent && !(await send(host, unsent))) return;
    }
  }
  async function run(): Promise<void> {
    if (sending || findWaiting().length === 0) return;
    sending = true;
    try {
      await (locks ? locks.request(LOCK, sendAll) : sendAll());
    } finally {
      sending = false;
    }
  }
  const start = () => void run().catch(console.warn);
  const stops = [watchUnsentLineups(start), host.session.subscribe(start), host.live.subscribe(start)];
  window.addEventListener('online', start);
  const retrying = setInterval(start, RETRY_MS);
  start();
  return () => {
    clearInterval(retrying);
    window.removeEventListener('online', start);
    for (const stop of stops) stop();
  };
}

/** Sends one lineup. Returns false if it has to wait. */
async function send(
  { api, session, notify, queryClient, kept }: SenderHost,
  unsent: UnsentLineup,
): Promise<boolean> {
  const { team_name, participation_id: id, wallet } = unsent;
  const isOfTeam = ({ queryKey }: Query) => queryKey.includes(id);
  const isOtherUser = () => ![undefined, wallet].includes(session.get().user?.wallet_address);
  const isObsolete = () => isOtherUser() || !isKept(unsent);
  try {
    await sendInPlaceOf(unsent.attempts ?? [], toSaveRequest(unsent), async (body) => {
      // During an earlier request of this lineup.
      if (isObsolete()) throw new Error('discarded, edited again, or of another user');
      return api.request(saveLineup, { params: { id }, body });
    });
  } catch (error) {
    // The token of another wallet may have been rejected, or a lineup that the user has discarded or edited again since.
    if (isObsolete()) return true;
    const failure = toFailure(error, session.get().user !== null);
    if (failure === 'wait') return false;
    if (failure === 'signed-out') {
      notify({
        kind: 'error',
        title: `${team_name}: lineup not sent`,
        message: 'You are signed out. Sign in with the same wallet, and it is sent.',
      });
      return false;
    }
    const reloaded = queryClient.invalidateQueries({ predicate: isOfTeam });
    // The user may replace the lineup that is saved instead, so the page of the team loads it before it shows the reason.
    if (failure.code === 'STALE') await reloaded;
    if (!isKept(unsent)) return true;
    keepLineup({ ...unsent, failure });
    if (isOtherUser()) return true;
    notify({ kind: 'error', title: `${team_name}: lineup not saved`, message: failure.message });
    return true;
  }
  // A page that is closed would show the lineup before it without a connection.
  await kept.remove(id).catch(console.warn);
  // Pages show the kept lineup until they have loaded the sent one.
  await Promise.all([
    queryClient.invalidateQueries(),
    queryClient.refetchQueries({ predicate: isOfTeam, type: 'inactive' }),
  ]);
  removeUnsentLineup(unsent);
  if (isOtherUser()) return true;
  notify({
    kind: 'success',
    title: 'Lineup saved',
    message: `The lineup of ${team_name} that was kept on this device has been sent.`,
  });
  return true;
}

const isSameTeamAndGameweek = (a: UnsentLineup, b: UnsentLineup) =>
  a.participation_id === b.participation_id && a.gameweek === b.gameweek;

const isKept = (unsent: UnsentLineup) =>
  readUnsentLineups(unsent.wallet).some(
    (other) => isSameTeamAndGameweek(other, unsent) && other.saved_at === unsent.saved_at,
  );

type Failure = NonNullable<UnsentLineup['failure']>;

/** The reason for a rejection. `wait`: the server has not decided, so the same request is sent again. */
function toFailure(error: unknown, isSignedIn: boolean): Failure | 'wait' | 'signed-out' {
  if (!(error instanceof TouchlineError)) return 'wait';
  const { code, status, message, details } = error;
  // The renewal of the token has failed without being rejected, so the session continues.
  if (code === 'TOKEN_EXPIRED' && isSignedIn) return 'wait';
  if (status === 401 || code === 'SESSION_ENDED') return 'signed-out';
  if (isTemporary(error)) return 'wait';
  return { code, message, players: details.flatMap(({ player_id }) => player_id ?? []) };
}
