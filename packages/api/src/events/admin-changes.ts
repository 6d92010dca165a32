import { z } from 'zod/mini';
import { event, requestType } from '../event.ts';
import { adminChange } from '../http/admin-audit.ts';

/**
 * A change with its position in the owner's table. The owner writes it to its append-only table `admin_changes` and to its
 * outbox in the transaction of the change, so that no change exists without its record. Positions increase, with gaps after
 * rolled-back transactions.
 */
export const numberedChange = z.object({ position: z.int(), change: adminChange });

/** An administrator changed something that games owns. The admin service stores it once, by its id. */
export const gamesAdminChanged = event('games.admin.changed', numberedChange);
/** An administrator changed something that staking owns. */
export const stakingAdminChanged = event('staking.admin.changed', numberedChange);
/** An administrator changed something that the gateway owns. */
export const authAdminChanged = event('auth.admin.changed', numberedChange);

/**
 * Changes after a position, in ascending order. The admin service requests them at start and after NATS has lost its store:
 * unlike other events, these carry the data itself, so lost ones must be read from the owner. The owner assigns positions under
 * a lock, so that no lower position appears later.
 */
const after = z.object({ position: z.int().check(z.gte(0)), limit: z.int().check(z.gte(1), z.lte(500)) });
const changes = z.object({ changes: z.array(numberedChange), more: z.boolean() });

export const gamesChangesRequest = requestType('request.admin.games.changes', after, changes);
export const stakingChangesRequest = requestType('request.admin.staking.changes', after, changes);
export const authChangesRequest = requestType('request.admin.gateway.changes', after, changes);
