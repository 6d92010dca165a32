import {
  authAdminChanged,
  authChangesRequest,
  gamesAdminChanged,
  gamesChangesRequest,
  stakingAdminChanged,
  stakingChangesRequest,
} from '@touchline/api/events/admin-changes';
import type { Database } from '@touchline/service-kit/data/database';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { request } from '@touchline/service-kit/messaging/request';
import { subscribe } from '@touchline/service-kit/messaging/subscribe';
import {
  type ChangesOwner,
  findReadPosition,
  insertChange,
  type NumberedChange,
  saveReadPosition,
} from './audit.store.ts';

const PAGE_SIZE = 500;

const SOURCES = [
  { owner: 'games', durable: 'admin-games', changed: gamesAdminChanged, missed: gamesChangesRequest },
  { owner: 'staking', durable: 'admin-staking', changed: stakingAdminChanged, missed: stakingChangesRequest },
  { owner: 'gateway', durable: 'admin-auth', changed: authAdminChanged, missed: authChangesRequest },
] as const;
type Source = (typeof SOURCES)[number];

/**
 * Copies the changes recorded by the owners into the audit log, each once by its id. New changes arrive as events. At start-up,
 * and after NATS has lost its data, missed changes are requested from their owner, starting at the last position read by
 * request: a stored event does not prove that earlier events arrived.
 */
export function followChanges(db: Database, bus: Bus): void {
  for (const source of SOURCES) {
    const { owner, durable, changed } = source;
    const resync = () => readMissed(db, bus, source);
    subscribe(bus, changed, { durable, resync }, (numbered) => insertChange(db, withOwner(owner, numbered)));
  }
}

async function readMissed(db: Database, bus: Bus, { owner, missed }: Source): Promise<void> {
  let position = await findReadPosition(db, owner);
  for (let more = true; more; ) {
    const page = await request(bus, missed, { position, limit: PAGE_SIZE }, { timeoutMs: 5_000 });
    for (const numbered of page.changes) await insertChange(db, withOwner(owner, numbered));
    position = page.changes.at(-1)?.position ?? position;
    await saveReadPosition(db, owner, position);
    more = page.more && page.changes.length > 0;
  }
}

/** Sets the owner to the sender, so that a service cannot add changes of another service to the log. */
const withOwner = (owner: ChangesOwner, { position, change }: NumberedChange): NumberedChange => ({
  position,
  change: { ...change, owner },
});
