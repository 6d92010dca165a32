import type { PushMessage } from '@touchline/api/http/notifications';
import { toInstant } from '@touchline/api/values';
import type { Database } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { Fact } from './fact.ts';
import { insertFacts, insertMessages, type NewMessage } from './messages.store.ts';
import { findSendTime } from './quiet-hours.ts';
import { readSubscriptions, type Subscription } from './subscriptions.store.ts';

const BATCH = 500;

/** Writes the messages of a fact, one per device, in one transaction with its keys. A fact that is not new has none. */
export async function writeMessages(db: Database, fact: Fact, now: number): Promise<void> {
  await db.transaction(async (trx) => {
    const keys = await insertFacts(trx, fact.keys);
    if (keys.length === 0) return;
    for (let after: string | undefined = ''; after !== undefined; ) {
      const devices: Subscription[] = await readSubscriptions(trx, fact.kind, fact.wallets, {
        after,
        limit: BATCH,
      });
      await writeBatch(trx, { fact, keys, devices, now });
      after = devices.length < BATCH ? undefined : devices.at(-1)!.id;
    }
  });
}

interface Batch {
  fact: Fact;
  /** New keys of the fact. */
  keys: readonly string[];
  devices: readonly Subscription[];
  now: number;
}

async function writeBatch(trx: Knex.Transaction, { fact, keys, devices, now }: Batch): Promise<void> {
  if (devices.length === 0) return;
  const describe = await fact.prepare(trx, [...new Set(devices.map(({ wallet }) => wallet))], keys);
  const messages = devices.flatMap((device): NewMessage[] => {
    const sendAt = findSendTime(device, now);
    const note = sendAt < fact.expires_at ? describe(device) : null;
    if (!note) return [];
    const payload: PushMessage = { ...note, device: device.id, tag: fact.tag };
    return [
      {
        subscription_id: device.id,
        key: keys[0]!,
        payload,
        next_attempt_at: toInstant(sendAt),
        expires_at: toInstant(fact.expires_at),
      },
    ];
  });
  if (messages.length > 0) await insertMessages(trx, messages);
}
