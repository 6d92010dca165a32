import { setTimeout as sleep } from 'node:timers/promises';
import { STREAM } from '@touchline/api/event';
import type { Bus } from '@touchline/service-kit/bus';
import { ensureStream, openJetStream } from '@touchline/service-kit/stream';
import { tail } from '@touchline/service-kit/tail';
import type { LiveBroadcast } from './live-broadcast.ts';
import { MAX_MESSAGES } from './recent-messages.ts';
import { toLiveMessage } from './topics.ts';

const RETRY_MS = 500;

/**
 * Feeds the broadcast from the stream of events until the bus closes. It starts some way back, so that a client of another
 * replica, or of this one before a restart, can resume.
 * @param heard told of each event before the browsers are
 */
export async function followStream(
  bus: Bus,
  broadcast: LiveBroadcast,
  heard: (subject: string, payload: unknown) => void,
): Promise<void> {
  while (!bus.closing.aborted) {
    const history = await readHistory(bus).catch(() => null);
    if (history) return follow(bus, broadcast, history, heard);
    await sleep(RETRY_MS, undefined, { signal: bus.closing }).catch(() => undefined);
  }
}

/** Sequences of the last messages in the stream. */
interface History {
  first: number;
  last: number;
}

async function readHistory(bus: Bus): Promise<History> {
  await ensureStream(bus);
  const { jsm } = await openJetStream(bus);
  const { state } = await jsm.streams.info(STREAM.name);
  return { first: Math.max(state.first_seq, state.last_seq - MAX_MESSAGES + 1, 1), last: state.last_seq };
}

function follow(
  bus: Bus,
  broadcast: LiveBroadcast,
  { first, last }: History,
  heard: (subject: string, payload: unknown) => void,
): void {
  broadcast.begin(first - 1, last);
  tail(bus, {
    fromSequence: first,
    onMessage({ sequence, subject, payload }) {
      heard(subject, payload);
      broadcast.push(sequence, toLiveMessage(subject, payload));
    },
    onReset: () => broadcast.reset(),
  });
}
