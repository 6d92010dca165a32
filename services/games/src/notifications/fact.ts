import type { NotificationKind } from '@touchline/api/http/notifications';
import type { Database } from '@touchline/service-kit/data/database';
import type { Subscription } from './subscriptions.store.ts';

/** Placeholder in a title for the time until the message expires, such as "2 hours". It is filled when the message is sent. */
export const TIME_LEFT = '{left}';

/** Text of a notification. */
export interface Note {
  /** May contain `TIME_LEFT`. */
  title: string;
  body: string;
  /** Path of the page that a press opens. */
  url: string;
}

/** Writes the notification of a fact for a device; null if the fact does not concern it. */
export type DescribeFact = (device: Pick<Subscription, 'wallet' | 'muted_games'>) => Note | null;

/** Something to notify users of, once. */
export interface Fact {
  /** Facts that share one notification. */
  keys: readonly string[];
  kind: NotificationKind;
  /** Newer notifications with the same tag replace this one on a device. */
  tag: string;
  /** The notification is not sent after this time, epoch ms. */
  expires_at: number;
  /** Wallets that it may concern; null for all. */
  wallets: readonly string[] | null;
  /** Reads what the notifications of these wallets need. `keys`: those of the facts that are new. */
  prepare(db: Database, wallets: readonly string[], keys: readonly string[]): Promise<DescribeFact>;
}
