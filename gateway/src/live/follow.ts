import { setTimeout as pause } from 'node:timers/promises';
import { STREAM } from '@touchline/api/event';
import type { Bus } from '@touchline/service-kit/bus';
import { ensureStream, jetStreamOf } from '@touchline/service-kit/stream';
import { tail } from '@touchline/service-kit/tail';
import { KEPT_MESSAGES, type LiveBroadcast } from './live-broadcast.ts';
import { liveMessageOf } from './topics.ts';

const RETRY_MS = 500;

/**
 * Feeds the broadcast from the stream until the bus closes. It begins some way back, so that a reader whom another replica (or
 * this one before its restart) told a message can go on from there.
 */
export async function followStream(bus: Bus, broadcast: LiveBroadcast): Promise<void> {
  while (!bus.closing.aborted) {
    const history = await historyOf(bus).catch(() => null);
    if (history) return follow(bus, broadcast, history);
    await pause(RETRY_MS, undefined, { signal: bus.closing }).catch(() => undefined);
  }
}

/** The last messages of the stream, by sequence. */
interface History {
  first: number;
  last: number;
}

async function historyOf(bus: Bus): Promise<History> {
  await ensureStream(bus);
  const { jsm } = await jetStreamOf(bus);
  const { state } = await jsm.streams.info(STREAM.name);
  return { first: Math.max(state.first_seq, state.last_seq - KEPT_MESSAGES + 1, 1), last: state.last_seq };
}

function follow(bus: Bus, broadcast: LiveBroadcast, { first, last }: History): void {
  broadcast.begin(first - 1, last);
  tail(bus, {
    fromSequence: first,
    onMessage: ({ sequence, subject, payload }) => broadcast.push(sequence, liveMessageOf(subject, payload)),
    onReset: () => broadcast.reset(),
  });
}
