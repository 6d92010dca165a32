import { plural } from '@touchline/api/format';
import { HOUR_MS, MINUTE_MS } from '@touchline/rules/calendar';
import type { Database } from '@touchline/service-kit/data/database';
import type { Log } from '@touchline/service-kit/process/log';
import pLimit from 'p-limit';
import { TIME_LEFT } from './fact.ts';
import { type DueMessage, deleteMessages, postponeMessage, readDueMessages } from './messages.store.ts';
import { type PushSettings, sendMessage } from './push-service.ts';
import { findSendTime } from './quiet-hours.ts';
import { removeSubscription } from './subscriptions.store.ts';

interface SendDeps {
  db: Database;
  push: PushSettings;
  log: Log;
  now: () => number;
}

const [BATCH, CONCURRENT] = [200, 20];
const [MIN_RETRY_MS, MAX_RETRY_MS] = [5_000, 30 * 60_000];
/** Messages that are worth nothing later wake a sleeping phone. */
const URGENT_MS = 45 * 60_000;

/**
 * Sends a batch of messages that are due to devices of a push service. A message is deleted once the push service has accepted it; if the
 * process ends in between, it is sent again and replaces the first one on the device.
 * @returns true when more messages are due
 */
export async function sendMessages(deps: SendDeps, service: string): Promise<boolean> {
  const { db, now } = deps;
  const due = await readDueMessages(db, service, now(), BATCH);
  const limit = pLimit(CONCURRENT);
  const done = await Promise.all(due.map((message) => limit(() => sendOne(deps, message))));
  await deleteMessages(
    db,
    due.filter((_, index) => done[index]),
  );
  return due.length === BATCH;
}

/**
 * Sends a message, or postpones it to the end of its device's quiet hours. They are read with each attempt, because an attempt may have
 * failed before they began, or the user may have set them since the message was written. @returns true if it is done with
 */
async function sendOne({ db, push, log, now }: SendDeps, message: DueMessage): Promise<boolean> {
  const { attempts, expires_at } = message;
  const start = now();
  const sendAt = findSendTime(message, start);
  if (sendAt >= expires_at) return true;
  if (sendAt > start) {
    await postponeMessage(db, message, { attempts, at: sendAt });
    return false;
  }
  const left = expires_at - start;
  const sent = await sendMessage(push, message, {
    payload: JSON.stringify({ ...message.payload, title: fillTimeLeft(message.payload.title, left) }),
    ttlSeconds: Math.ceil(left / 1_000),
    urgent: left < URGENT_MS,
  });
  if (sent.result === 'removed') await removeSubscription(db, message.subscription_id);
  if (sent.result === 'rejected')
    log.warn({ service: new URL(message.endpoint).host }, 'push message rejected; dropped');
  if (sent.result !== 'retry') return true;
  const backoff = Math.min(MIN_RETRY_MS * 2 ** attempts, MAX_RETRY_MS);
  const at = now() + Math.max(sent.afterMs ?? 0, backoff);
  await postponeMessage(db, message, { attempts: attempts + 1, at });
  return false;
}

/** Replaces `TIME_LEFT` with "24 hours", "90 minutes" or "1 minute". */
function fillTimeLeft(title: string, ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  const left = ms < 1.75 * HOUR_MS ? plural(minutes, 'minute') : `${Math.round(ms / HOUR_MS)} hours`;
  return title.replace(TIME_LEFT, left);
}
