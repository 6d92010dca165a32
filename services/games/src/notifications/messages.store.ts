import type { PushMessage } from '@touchline/api/http/notifications';
import { type Database, query } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { Subscription } from './subscriptions.store.ts';

/** A message to store. */
export interface NewMessage {
  subscription_id: string;
  key: string;
  payload: PushMessage;
  /** ISO times. */
  next_attempt_at: string;
  expires_at: string;
}

/** A message to send, with its device. `attempts`: failed ones. */
export interface DueMessage extends Pick<Subscription, 'endpoint' | 'p256dh' | 'auth' | 'quiet_hours'> {
  subscription_id: string;
  key: string;
  payload: PushMessage;
  attempts: number;
  expires_at: number;
}

/** Finds the keys of which no message was written. */
export async function filterNewFacts(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const rows = await query<{ key: string }>(
    db,
    'select key from unnest(cast(? as text[])) as key where not exists (select from push_facts where push_facts.key = key.key)',
    [[...keys]],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Records facts. @returns the ones that were new */
export async function insertFacts(trx: Knex.Transaction, keys: readonly string[]): Promise<string[]> {
  const rows = await query<{ key: string }>(
    trx,
    `insert into push_facts (key) select key from unnest(cast(? as text[])) as key
     on conflict do nothing returning key`,
    [[...keys]],
  );
  return rows.map(({ key }) => key);
}

const NEW_MESSAGES = 'jsonb_populate_recordset(null::push_messages, :messages::jsonb) as new';

/** Stores messages. Each replaces a waiting message of its device with the same tag, as it would on the device. */
export async function insertMessages(trx: Knex.Transaction, messages: readonly NewMessage[]): Promise<void> {
  const bindings = { messages: JSON.stringify(messages) };
  await trx.raw(
    `delete from push_messages as waiting using ${NEW_MESSAGES}
     where waiting.subscription_id = new.subscription_id and waiting.payload ->> 'tag' = new.payload ->> 'tag'`,
    bindings,
  );
  await trx.raw(
    `insert into push_messages (subscription_id, key, payload, next_attempt_at, expires_at)
     select subscription_id, key, payload, next_attempt_at, expires_at
     from ${NEW_MESSAGES} join push_subscriptions on id = subscription_id on conflict do nothing`,
    bindings,
  );
}

/** Reads messages to devices of a push service that are due, earliest first. */
export function readDueMessages(
  db: Database,
  service: string,
  now: number,
  limit: number,
): Promise<DueMessage[]> {
  return query(
    db,
    `select m.subscription_id, m.key, m.payload, m.attempts, m.expires_at, s.endpoint, s.p256dh, s.auth, s.quiet_hours
     from push_messages as m join push_subscriptions as s on s.id = m.subscription_id
     where s.service = ? and m.next_attempt_at <= ? order by m.next_attempt_at limit ?`,
    [service, new Date(now), limit],
  );
}

type MessageId = Pick<DueMessage, 'subscription_id' | 'key'>;

export async function deleteMessages(db: Database, messages: readonly MessageId[]): Promise<void> {
  await db.raw(
    `delete from push_messages where (subscription_id, key) in (
       select * from unnest(cast(? as text[]), cast(? as text[])))`,
    [messages.map(({ subscription_id }) => subscription_id), messages.map(({ key }) => key)],
  );
}

/** Sets the number of failed attempts and the time of the next one, epoch ms. */
export async function postponeMessage(
  db: Database,
  { subscription_id, key }: MessageId,
  { attempts, at }: { attempts: number; at: number },
): Promise<void> {
  await db.raw(
    `update push_messages set attempts = :attempts, next_attempt_at = :at
     where subscription_id = :subscription_id and key = :key`,
    { subscription_id, key, attempts, at: new Date(at) },
  );
}

export async function deleteExpired(db: Database, now: number): Promise<void> {
  await db.raw('delete from push_messages where expires_at <= ?', [new Date(now)]);
}
