import {
  authAdminChanged,
  authChangesRequest,
  gamesAdminChanged,
  gamesChangesRequest,
  stakingAdminChanged,
  stakingChangesRequest,
} from '@touchline/api/events/admin-changes';
import type { Bus } from '@touchline/service-kit/bus';
import type { Database } from '@touchline/service-kit/database';
import { request } from '@touchline/service-kit/request';
import { subscribe } from '@touchline/service-kit/subscribe';
import {
  type ChangesOwner,
  insertChange,
  type NumberedChange,
  findReadPosition,
  saveReadPosition,
} from './audit.store.ts';

const PAGE = 500;
const timeout = { timeoutMs: 5_000 };

/** An owner's changes after a position, in its order. */
type ReadChanges = (after: {
  position: number;
  limit: number;
}) => Promise<{ changes: NumberedChange[]; more: boolean }>;

/**
 * Copies what the owners recorded into the audit log, each change once, by its id. Events bring the changes of now. At the
 * start, and when NATS lost its store, the missed ones are read from their owner: from the last position that was read
 * there, because an event may have arrived while an earlier one was lost.
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
    const page = await read({ position, limit: PAGE });
    for (const numbered of page.changes) await insertChange(db, withOwner(owner, numbered));
    position = page.changes.at(-1)?.position ?? position;
    await saveReadPosition(db, owner, position);
    more = page.more && page.changes.length > 0;
  }
};

/** The owner is who said it: a service must not be able to write changes of another into the log. */
const withOwner = (owner: ChangesOwner, { position, change }: NumberedChange): NumberedChange => ({
  position,
  change: { ...change, owner },
});
