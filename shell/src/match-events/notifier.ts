import { myParticipations, type Participation } from '@touchline/api/http/entries';
import type { MatchEvent } from '@touchline/api/http/fpl';
import type { Host } from '@touchline/host/host';
import { myTeamsQuery, participationsQuery } from '../my-teams.query.ts';
import type { QuietToast } from '../toasts.ts';
import { buildToast } from './build-toast.ts';
import { findOwnEvents, type OwnEvent } from './own-events.ts';
import { formatShortStanding, type PreviousStanding } from './standing.ts';

export interface NotifierDeps {
  host: Pick<Host, 'api' | 'live' | 'queryClient' | 'session'>;
  wallet: string;
  /** True while the user must not be interrupted, for example during a payment. */
  isBusy(): boolean;
  show(toast: QuietToast): void;
  /** Receives the number of events in a toast. `standing` is formatted by `formatShortStanding`, or null while unknown. */
  count(events: number, standing: string | null): void;
}

/** Maximum wait for standings that include an event. After that the event is shown without a rank. */
const STANDINGS_WAIT_MS = 8_000;
/** Minimum time between two toasts. Events in between are shown together. */
const PAUSE_MS = 10_000;
const CHECK_MS = 500;

/**
 * Notifies the user about match events of their players. Waits until the standings include an event and the user is not busy.
 * Combines several events into one toast.
 */
export function createNotifier(deps: NotifierDeps) {
  const { host, wallet, isBusy, show, count } = deps;
  let known: Map<string, MatchEvent> | null = null;
  let pending: OwnEvent[] = [];
  const before = new Map<string, PreviousStanding>();
  let notifying = false;
  const stopped = new AbortController();
  const { pause, until } = createWaits(stopped.signal);
  const updatedGames = new Set<string>();
  const unsubscribe = host.live.on(['leaderboard', 'moments'], (message) => {
    if (message.topic === 'leaderboard') updatedGames.add(message.game_id);
    // Only standings that were updated after the event can include it.
    else if (message.topic === 'moments' && !notifying) updatedGames.clear();
  });

  function remember(teams: readonly PreviousStanding[]) {
    for (const team of teams) before.set(team.id, team);
  }

  async function receive(events: readonly MatchEvent[]): Promise<void> {
    if (!known) {
      known = new Map(events.map((event) => [event.id, event]));
      // Without their players, which only an event needs.
      const teams = await host.queryClient.fetchQuery(participationsQuery(host, wallet));
      return remember(teams);
    }
    const { running } = await host.queryClient.fetchQuery(myTeamsQuery(host, wallet));
    remember(running.filter(({ id }) => !before.has(id)));
    pending.push(...findOwnEvents(events, running, known, host.api.now()));
    for (const event of events) known.set(event.id, event);
    if (pending.length > 0 && !notifying) await notify();
  }

  async function notify(): Promise<void> {
    notifying = true;
    try {
      while (pending.length > 0 && !stopped.signal.aborted) {
        const current = await fetchUpdatedTeams();
        await until(() => !isBusy());
        if (stopped.signal.aborted) return;
        const batch = pending;
        pending = [];
        show(buildToast(batch, current, before));
        count(batch.length, current[0] ? formatShortStanding(current[0]) : null);
        remember(current);
        await pause(PAUSE_MS);
      }
    } finally {
      notifying = false;
      updatedGames.clear();
    }
  }

  /** Fetches the teams of the pending events after their standings have been updated. Teams that were not updated in time are left out. */
  async function fetchUpdatedTeams(): Promise<Participation[]> {
    const ids = new Set(pending.map(({ team }) => team.id));
    const games = new Set(pending.map(({ team }) => team.game_id));
    const end = performance.now() + STANDINGS_WAIT_MS;
    for (;;) {
      await until(() => [...games].some((game) => updatedGames.has(game)) || performance.now() >= end);
      updatedGames.clear();
      const { participations } = await host.api.request(myParticipations, { query: {} });
      const updated = participations.filter(({ id }) => ids.has(id) && hasFollowed(id, participations));
      if (updated.length === ids.size || performance.now() >= end || stopped.signal.aborted) return updated;
    }
  }

  /** True if the team's points include its pending events. Bench players and events without points change nothing. */
  function hasFollowed(id: string, current: readonly Participation[]): boolean {
    const counting = pending.some(
      ({ team, event, place }) => team.id === id && place !== 'bench' && event.points !== 0,
    );
    const team = current.find((one) => one.id === id);
    return !counting || team?.earned_points !== before.get(id)?.earned_points;
  }

  return {
    /** Takes the current list of events. Events in the first list are not notified. Failures are ignored: the feed shows all events. */
    receive: (events: readonly MatchEvent[]) => void receive(events).catch(() => {}),
    stop() {
      stopped.abort();
      unsubscribe();
    },
  };
}

/** Waits that end early when the signal is aborted. */
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
