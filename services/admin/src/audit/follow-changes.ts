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

/** Changes recorded by an owner: the event of one, and the request for those after a position, in order. */
const OWNERS = {
  games: { durable: 'admin-games', changed: gamesAdminChanged, missed: gamesChangesRequest },
  staking: { durable: 'admin-staking', changed: stakingAdminChanged, missed: stakingChangesRequest },
  gateway: { durable: 'admin-auth', changed: authAdminChanged, missed: authChangesRequest },
} as const;

/**
 * Copies the changes recorded by the owners into the audit log, each once by its id. New changes arrive as events. At start-up,
 * and after NATS has lost its data, missed changes are requested from their owner, starting at the last position read by
 * request: a stored event does not prove that earlier events arrived.
 */
export function followChanges(db: Database, bus: Bus): void {
  for (const owner of Object.keys(OWNERS) as ChangesOwner[]) {
    const { durable, changed } = OWNERS[owner];
    const store = (numbered: NumberedChange) => insertChange(db, withOwner(owner, numbered));
    subscribe(bus, changed, { durable, resync: () => readMissed(db, bus, owner) }, store);
  }
}

async function readMissed(db: Database, bus: Bus, owner: ChangesOwner): Promise<void> {
  let position = await findReadPosition(db, owner);
  for (let more = true; more; ) {
    const after = { position, limit: PAGE_SIZE };
    const page = await request(bus, OWNERS[owner].missed, after, { timeoutMs: 5_000 });
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
