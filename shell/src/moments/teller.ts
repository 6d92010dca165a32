import { myParticipations, type Participation } from '@touchline/api/http/entries';
import type { MatchEvent } from '@touchline/api/http/fpl';
import type { Host } from '@touchline/host/host';
import { myTeamsQuery } from '../my-teams.query.ts';
import type { QuietToast } from '../toasts.ts';
import { type News, newsOf, tellingOf } from './news.ts';
import { type Before, shortStanding } from './standing.ts';
import { toastOf } from './toast-of.ts';

export interface TellerDeps {
  host: Pick<Host, 'api' | 'live' | 'queryClient'>;
  wallet: string;
  /** Whether the user is busy with something that must not be interrupted, e.g. a payment. */
  busy(): boolean;
  show(toast: QuietToast): void;
  /** `standing` as `shortStanding`, null while unknown. */
  count(moments: number, standing: string | null): void;
}

/** How long the standings may take to follow a moment; after that it is shown without a rank. */
const STANDINGS_MS = 8_000;
/** Between two toasts; what happens in between is shown together. */
const PAUSE_MS = 10_000;
const CHECK_MS = 500;

/** Tells about moments of one's players: after the standings have followed, many at once as one, and to nobody who is busy. */
export function createTeller(deps: TellerDeps) {
  const { host, wallet, busy, show, count } = deps;
  let told: Set<string> | null = null;
  let waiting: News[] = [];
  let before = new Map<string, Before>();
  let telling = false;
  const stopped = new AbortController();
  const { pause, until } = patience(stopped.signal);
  const moved = new Set<string>();
  const unsubscribe = host.live.on(['leaderboard', 'moments'], (message) => {
    if (message.topic === 'leaderboard') moved.add(message.game_id);
    // Only standings that moved after the moment can have it.
    else if (message.topic === 'moments' && !telling) moved.clear();
  });

  const teams = () => host.queryClient.fetchQuery(myTeamsQuery(host, wallet));
  const remember = (list: readonly Before[]) => {
    before = new Map(list.map((team) => [team.id, team]));
  };

  async function heard(moments: readonly MatchEvent[]): Promise<void> {
    if (!told) {
      told = new Set(moments.map(tellingOf));
      return remember((await teams()).running);
    }
    const { running } = await teams();
    if (before.size === 0) remember(running);
    waiting.push(...newsOf(moments, running, told, host.api.now()));
    for (const moment of moments) told.add(tellingOf(moment));
    if (waiting.length > 0 && !telling) await tell();
  }

  async function tell(): Promise<void> {
    telling = true;
    try {
      while (waiting.length > 0 && !stopped.signal.aborted) {
        const now = await settled();
        await until(() => !busy());
        if (stopped.signal.aborted) return;
        const batch = waiting;
        waiting = [];
        show(toastOf(batch, now, before));
        count(batch.length, now[0] ? shortStanding(now[0]) : null);
        remember([...before.values()].map((team) => now.find(({ id }) => id === team.id) ?? team));
        await pause(PAUSE_MS);
      }
    } finally {
      telling = false;
      moved.clear();
    }
  }

  /** The teams of what is waiting as they stand after it; those whose standings have not followed in time are left out. */
  async function settled(): Promise<Participation[]> {
    const ids = new Set(waiting.map(({ team }) => team.id));
    const games = new Set(waiting.map(({ team }) => team.game_id));
    const end = performance.now() + STANDINGS_MS;
    for (;;) {
      await until(() => [...games].some((game) => moved.has(game)) || performance.now() >= end);
      moved.clear();
      const { participations } = await host.api.request(myParticipations, { query: {} });
      const now = participations.filter(({ id }) => ids.has(id) && followed(id, participations));
      if (now.length === ids.size || performance.now() >= end || stopped.signal.aborted) return now;
    }
  }

  /** Points that count must have changed the team's own. */
  function followed(id: string, now: readonly Participation[]): boolean {
    const counting = waiting.some(
      ({ team, moment, place }) => team.id === id && place !== 'bench' && moment.points !== 0,
    );
    const team = now.find((one) => one.id === id);
    return !counting || team?.earned_points !== before.get(id)?.earned_points;
  }

  return {
    /** Takes the list of moments; the first one is known already. Failures are ignored: the feed shows everything. */
    heard: (moments: readonly MatchEvent[]) => void heard(moments).catch(() => {}),
    stop() {
      stopped.abort();
      unsubscribe();
    },
  };
}

function patience(signal: AbortSignal) {
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
