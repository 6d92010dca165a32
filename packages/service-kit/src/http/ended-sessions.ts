import { setTimeout as sleep } from 'node:timers/promises';
import { DeliverPolicy } from '@nats-io/jetstream';
import { STREAM } from '@touchline/api/event';
import { AUTH_SUBJECTS, sessionEnded, walletEnded } from '@touchline/api/events/auth';
import { toInstant } from '@touchline/api/values';
import type { Bus } from '../messaging/bus.ts';
import { follow } from '../messaging/follow.ts';
import { parseMessage } from '../messaging/messages.ts';
import { ensureStream, openJetStream, PULL_MS } from '../messaging/stream.ts';
import { ACCESS_TOKEN_SECONDS, type EndedSessions, type User } from './auth.ts';

/** Sessions that ended longer ago have no valid access token left. The extra minute allows for clock skew. */
const KEEP_MS = (ACCESS_TOKEN_SECONDS + 60) * 1_000;
/** Maximum time that a starting service waits for NATS. After it, every valid token is accepted. */
const START_WAIT_MS = 2_000;

/** The sessions that ended early, stored while their access tokens may still be valid. */
export type EndedSessionSet = ReturnType<typeof createEndedSessions>;

export function createEndedSessions(now: () => number = Date.now) {
  const sessions = new Map<string, { removeAt: number }>();
  const wallets = new Map<string, { before: number; removeAt: number }>();

  return {
    has: ({ session_id, wallet_address, signed_in_at }: User): boolean =>
      sessions.has(session_id) || signed_in_at <= (wallets.get(wallet_address)?.before ?? -1),
    /** Applies a session event; other events are ignored. */
    apply(subject: string, payload: unknown) {
      removeExpired(sessions, now());
      removeExpired(wallets, now());
      const removeAt = now() + KEEP_MS;
      if (subject === sessionEnded.subject) {
        const parsed = sessionEnded.payload.safeParse(payload);
        if (parsed.success) setLast(sessions, parsed.data.session, { removeAt });
      }
      if (subject === walletEnded.subject) {
        const parsed = walletEnded.payload.safeParse(payload);
        if (!parsed.success) return;
        const { wallet, before } = parsed.data;
        setLast(wallets, wallet, { before: Math.max(before, wallets.get(wallet)?.before ?? 0), removeAt });
      }
    },
  };
}

/** Sets an entry as the last one, so that the map stays in the order of `removeAt`. */
function setLast<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
}

function removeExpired(map: Map<string, { removeAt: number }>, now: number): void {
  for (const [key, { removeAt }] of map) {
    if (removeAt > now) return;
    map.delete(key);
  }
}

/**
 * Follows the ended sessions until the bus closes. Resolves when past events have been read, or after two seconds. After each
 * interruption it reads the stream again from one token lifetime ago. While NATS is down, the access tokens of an ended
 * session work until they expire.
 */
export async function followEndedSessions(bus: Bus): Promise<EndedSessions> {
  const ended = createEndedSessions();
  const caughtUp = new AbortController();
  follow(bus, {
    failure: 'ended sessions subscription failed; will retry',
    async open() {
      await ensureStream(bus);
      const { js } = await openJetStream(bus);
      const consumer = await js.consumers.get(STREAM.name, {
        filter_subjects: AUTH_SUBJECTS,
        deliver_policy: DeliverPolicy.StartTime,
        opt_start_time: toInstant(Date.now() - KEEP_MS),
      });
      if ((await consumer.info(true)).num_pending === 0) caughtUp.abort();
      return consumer.consume({ abort_on_missing_resource: true, expires: PULL_MS });
    },
    handle(message) {
      ended.apply(message.subject, parseMessage(message));
      if (message.info.pending === 0) caughtUp.abort();
    },
  });
  await sleep(START_WAIT_MS, undefined, { signal: caughtUp.signal }).catch(() => {});
  return ended;
}
