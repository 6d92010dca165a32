import { setTimeout as pause } from 'node:timers/promises';
import { STREAM } from '@touchline/api/event';
import { type Bus, ensureStream, jetStreamOf } from '@touchline/service-kit/bus';
import { tail } from '@touchline/service-kit/tail';
import { type Hub, KEPT_MESSAGES } from './hub.ts';
import { liveMessageOf } from './topics.ts';

const RETRY_MS = 500;

/**
 * Feeds the hub from the stream until the bus closes. It begins some way back, so that a reader whom another replica (or
 * this one before its restart) told a message can go on from there.
 */
export async function followStream(bus: Bus, hub: Hub): Promise<void> {
  while (!bus.closing.aborted) {
    const from = await firstSequence(bus).catch(() => null);
    if (from !== null) return follow(bus, hub, from);
    await pause(RETRY_MS, undefined, { signal: bus.closing }).catch(() => undefined);
  }
}

async function firstSequence(bus: Bus): Promise<number> {
  await ensureStream(bus);
  const { jsm } = await jetStreamOf(bus);
  const { state } = await jsm.streams.info(STREAM.name);
  return Math.max(state.first_seq, state.last_seq - KEPT_MESSAGES + 1, 1);
}

function follow(bus: Bus, hub: Hub, fromSequence: number): void {
  hub.begin(fromSequence - 1);
  tail(bus, {
    fromSequence,
    onMessage: ({ sequence, subject, payload }) => hub.push(sequence, liveMessageOf(subject, payload)),
    onReset: () => hub.reset(),
  });
}
