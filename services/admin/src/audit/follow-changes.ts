import {
  authAdminChanged,
  authChangesRequest,
  gamesAdminChanged,
  gamesChangesRequest,
  stakingAdminChanged,
  stakingChangesRequest,
} from '@touchline/api/events/admin-changes';
import type { NumberedChange } from '@touchline/service-kit/administration/admin-changes';
import type { Database } from '@touchline/service-kit/data/database';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { request } from '@touchline/service-kit/messaging/request';
import { subscribe } from '@touchline/service-kit/messaging/subscribe';
import { type ChangesOwner, findReadPosition, insertChange, saveReadPosition } from './audit.store.ts';

const PAGE_SIZE = 500;
const timeout = { timeoutMs: 5_000 };

/** Requests the changes of an owner after a position, in order. */
type ReadChanges = (after: {
  position: number;
  limit: number;
}) => Promise<{ changes: NumberedChange[]; more: boolean }>;

/**
 * Copies the changes recorded by the owners into the audit log, each once by its id. New changes arrive as events. At start-up,
 * and after NATS has lost its data, missed changes are requested from their owner, starting at the last position read by
 * request: a stored event does not prove that earlier events arrived.
 */
export function followChanges(db: Database, bus: Bus): void {
  const storeChange = (owner: ChangesOwner) => (numbered: NumberedChange) =>
    insertChange(db, withOwner(owner, numbered));
  const games = readMissed(db, 'games', (after) => request(bus, gamesChangesRequest, after, timeout));
  subscribe(bus, gamesAdminChanged, { durable: 'admin-games', resync: games }, storeChange('games'));
  const staking = readMissed(db, 'staking', (after) => request(bus, stakingChangesRequest, after, timeout));
  subscribe(bus, stakingAdminChanged, { durable: 'admin-staking', resync: staking }, storeChange('staking'));
  const gateway = readMissed(db, 'gateway', (after) => request(bus, authChangesRequest, after, timeout));
  subscribe(bus, authAdminChanged, { durable: 'admin-auth', resync: gateway }, storeChange('gateway'));
}

const readMissed = (db: Database, owner: ChangesOwner, read: ReadChanges) => async () => {
  let position = await findReadPosition(db, owner);
  for (let more = true; more; ) {
    const page = await read({ position, limit: PAGE_SIZE });
    for (const numbered of page.changes) await insertChange(db, withOwner(owner, numbered));
    position = page.changes.at(-1)?.position ?? position;
    await saveReadPosition(db, owner, position);
    more = page.more && page.changes.length > 0;
  }
};

/** Sets the owner to the sender, so that a service cannot add changes of another service to the log. */
const withOwner = (owner: ChangesOwner, { position, change }: NumberedChange): NumberedChange => ({
  position,
  change: { ...change, owner },
});
