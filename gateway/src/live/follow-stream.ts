import { setTimeout as sleep } from 'node:timers/promises';
import { STREAM } from '@touchline/api/event';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { ensureStream, openJetStream } from '@touchline/service-kit/messaging/stream';
import { tail } from '@touchline/service-kit/messaging/tail';
import type { LiveBroadcast } from './live-broadcast.ts';
import { MAX_MESSAGES } from './recent-messages.ts';
import { toLiveMessage } from './topics.ts';

const RETRY_MS = 500;

/**
 * Feeds the broadcast from the event stream until the NATS connection closes. It starts in the past, so that clients of another
 * replica, or of this one before a restart, can resume.
 * @param onEvent receives each event before the browsers
 */
export async function followStream(
  bus: Bus,
  broadcast: LiveBroadcast,
  onEvent: (subject: string, payload: unknown) => void,
): Promise<void> {
  while (!bus.closing.aborted) {
    const history = await readHistory(bus).catch(() => null);
    if (history) return follow(bus, broadcast, history, onEvent);
    await sleep(RETRY_MS, undefined, { signal: bus.closing }).catch(() => undefined);
  }
}

/** Sequence range of the recent messages in the stream. */
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
  onEvent: (subject: string, payload: unknown) => void,
): void {
  broadcast.begin(first - 1, last);
  tail(bus, {
    fromSequence: first,
    onMessage({ sequence, subject, payload }) {
      onEvent(subject, payload);
      broadcast.push(sequence, toLiveMessage(subject, payload));
    },
    onReset: () => broadcast.reset(),
  });
}
