import { myParticipations, type Participation } from '@touchline/api/http/entries';
import type { MatchEvent } from '@touchline/api/http/fpl';
import type { Host } from '@touchline/host/host';
import { myTeamsQuery } from '../my-teams.query.ts';
import type { QuietToast } from '../toasts.ts';
import { type OwnEvent, findOwnEvents, getNotificationId } from './own-events.ts';
import { type PreviousStanding, formatShortStanding } from './standing.ts';
import { buildToast } from './build-toast.ts';

export interface NotifierDeps {
  host: Pick<Host, 'api' | 'live' | 'queryClient'>;
  wallet: string;
  /** Whether the user is busy with something that must not be interrupted, e.g. a payment. */
  busy(): boolean;
  show(toast: QuietToast): void;
  /** `standing` as `shortStanding`, null while unknown. */
  count(moments: number, standing: string | null): void;
}

/** How long the standings may take to follow a moment; after that it is shown without a rank. */
const STANDINGS_WAIT_MS = 8_000;
/** Between two toasts; what happens in between is shown together. */
const PAUSE_MS = 10_000;
const CHECK_MS = 500;

/** Tells about moments of one's players: after the standings have followed, many at once as one, and to nobody who is busy. */
export function createNotifier(deps: NotifierDeps) {
  const { host, wallet, busy, show, count } = deps;
  let notified: Set<string> | null = null;
  let pending: OwnEvent[] = [];
  let before = new Map<string, PreviousStanding>();
  let notifying = false;
  const stopped = new AbortController();
  const { pause, until } = createWaits(stopped.signal);
  const updatedGames = new Set<string>();
  const unsubscribe = host.live.on(['leaderboard', 'moments'], (message) => {
    if (message.topic === 'leaderboard') updatedGames.add(message.game_id);
    // Only standings that moved after the moment can have it.
    else if (message.topic === 'moments' && !notifying) updatedGames.clear();
  });

  const fetchTeams = () => host.queryClient.fetchQuery(myTeamsQuery(host, wallet));
  const remember = (list: readonly PreviousStanding[]) => {
    before = new Map(list.map((team) => [team.id, team]));
  };

  async function receive(moments: readonly MatchEvent[]): Promise<void> {
    if (!notified) {
      notified = new Set(moments.map(getNotificationId));
      return remember((await fetchTeams()).running);
    }
    const { running } = await fetchTeams();
    if (before.size === 0) remember(running);
    pending.push(...findOwnEvents(moments, running, notified, host.api.now()));
    for (const moment of moments) notified.add(getNotificationId(moment));
    if (pending.length > 0 && !notifying) await notify();
  }

  async function notify(): Promise<void> {
    notifying = true;
    try {
      while (pending.length > 0 && !stopped.signal.aborted) {
        const now = await fetchUpdatedTeams();
        await until(() => !busy());
        if (stopped.signal.aborted) return;
        const batch = pending;
        pending = [];
        show(buildToast(batch, now, before));
        count(batch.length, now[0] ? formatShortStanding(now[0]) : null);
        remember([...before.values()].map((team) => now.find(({ id }) => id === team.id) ?? team));
        await pause(PAUSE_MS);
      }
    } finally {
      notifying = false;
      updatedGames.clear();
    }
  }

  /** The teams of what is waiting as they stand after it; those whose standings have not followed in time are left out. */
  async function fetchUpdatedTeams(): Promise<Participation[]> {
    const ids = new Set(pending.map(({ team }) => team.id));
    const games = new Set(pending.map(({ team }) => team.game_id));
    const end = performance.now() + STANDINGS_WAIT_MS;
    for (;;) {
      await until(() => [...games].some((game) => updatedGames.has(game)) || performance.now() >= end);
      updatedGames.clear();
      const { participations } = await host.api.request(myParticipations, { query: {} });
      const now = participations.filter(({ id }) => ids.has(id) && hasFollowed(id, participations));
      if (now.length === ids.size || performance.now() >= end || stopped.signal.aborted) return now;
    }
  }

  /** Points that count must have changed the team's own. */
  function hasFollowed(id: string, now: readonly Participation[]): boolean {
    const counting = pending.some(
      ({ team, moment, place }) => team.id === id && place !== 'bench' && moment.points !== 0,
    );
    const team = now.find((one) => one.id === id);
    return !counting || team?.earned_points !== before.get(id)?.earned_points;
  }

  return {
    /** Takes the list of moments; the first one is known already. Failures are ignored: the feed shows everything. */
    heard: (moments: readonly MatchEvent[]) => void receive(moments).catch(() => {}),
    stop() {
      stopped.abort();
      unsubscribe();
    },
  };
}

function createWaits(signal: AbortSignal) {
  const pause = (ms: number) =>
    new Promise<void>((done) => {
      setTimeout(done, ms);
      signal.addEventListener('abort', () => done(), { once: true });
    });
  async function until(test: () => boolean): Promise<void> {
    while (!test() && !signal.aborted) await pause(CHECK_MS);
  }
  return { pause, until };
}
