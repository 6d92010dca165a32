import type { DeviceSettings, NotificationKind } from '@touchline/api/http/notifications';
import { type Database, query, queryOne } from '@touchline/service-kit/data/database';

/** A device with its settings. */
export interface Subscription extends DeviceSettings {
  wallet: string;
  endpoint: string;
  /** The allowed push service that the endpoint belongs to. */
  service: string;
  p256dh: string;
  auth: string;
}

const COLUMNS = 'id, wallet, endpoint, service, p256dh, auth, kinds, muted_games, quiet_hours';

/** A wallet's further devices replace its oldest ones. */
const MAX_DEVICES = 10;

/** Finds a device of a wallet. */
export async function findSubscription(
  db: Database,
  id: string,
  wallet: string,
): Promise<Subscription | null> {
  const sql = `select ${COLUMNS} from push_subscriptions where id = ? and wallet = ?`;
  return (await queryOne<Subscription>(db, sql, [id, wallet])) ?? null;
}

/**
 * Stores a device. When it changes its wallet, messages for the previous wallet are dropped. Payments that were made while their
 * notifications were off remain unsent.
 */
export async function saveSubscription(db: Database, subscription: Subscription, now: number): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('delete from push_subscriptions where id = :id and wallet <> :wallet', {
      id: subscription.id,
      wallet: subscription.wallet,
    });
    await trx.raw(
      `insert into push_subscriptions (${COLUMNS}, subscribed_at)
       values (:id, :wallet, :endpoint, :service, :p256dh, :auth, :kinds, :muted_games, :quiet_hours, :now)
       on conflict (id) do update set service = excluded.service, p256dh = excluded.p256dh, auth = excluded.auth, kinds = excluded.kinds,
         muted_games = excluded.muted_games, quiet_hours = excluded.quiet_hours, subscribed_at = case
           when 'PAYMENT' = any(excluded.kinds) and not 'PAYMENT' = any(push_subscriptions.kinds)
           then excluded.subscribed_at else push_subscriptions.subscribed_at end`,
      { ...subscription, now: new Date(now) },
    );
    await trx.raw(
      `delete from push_subscriptions where id in (select id from push_subscriptions where wallet = ?
         order by subscribed_at desc, id offset ${MAX_DEVICES})`,
      [subscription.wallet],
    );
  });
}

/** @returns false if there is no such device */
export async function removeSubscription(db: Database, id: string): Promise<boolean> {
  const row = await queryOne(db, 'delete from push_subscriptions where id = ? returning id', [id]);
  return row !== undefined;
}

/** Removes the devices of push services that are not in the list. */
export async function removeOtherServices(db: Database, services: readonly string[]): Promise<void> {
  await db.raw('delete from push_subscriptions where service <> all(?)', [[...services]]);
}

/** Removes the devices that a wallet added until a time, epoch ms. */
export async function removeSubscriptions(db: Database, wallet: string, until: number): Promise<void> {
  await db.raw('delete from push_subscriptions where wallet = ? and subscribed_at <= ?', [
    wallet,
    new Date(until),
  ]);
}

/** Reads devices that want a kind of notification, by id. `wallets`: only theirs. */
export function readSubscriptions(
  db: Database,
  kind: NotificationKind,
  wallets: readonly string[] | null,
  { after, limit }: { after: string; limit: number },
): Promise<Subscription[]> {
  return query(
    db,
    `select ${COLUMNS} from push_subscriptions where id > :after and :kind = any(kinds)
       and (cast(:wallets as text[]) is null or wallet = any(:wallets)) order by id limit :limit`,
    { after, kind, limit, wallets: wallets && [...wallets] },
  );
}
