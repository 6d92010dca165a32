import { z } from 'zod/mini';
import { event, requestType } from '../event.ts';
import { adminChange } from '../http/admin-audit.ts';

/**
 * A change with its number at its owner. The owner writes it into its append-only table `admin_changes` and into its
 * outbox, both in the transaction of the change: the change and its record exist together or not at all. Positions grow,
 * and may have gaps where a transaction was rolled back.
 */
export const numberedChange = z.object({ position: z.int(), change: adminChange });

/** An administrator changed an entry, a game, a payout or a switch. The admin service keeps it once, by its id. */
export const gamesAdminChanged = event('games.admin.changed', numberedChange);
/** An administrator changed a stake, a payout or a switch. */
export const stakingAdminChanged = event('staking.admin.changed', numberedChange);
/** An administrator ended sessions, or rolled back a remote. */
export const authAdminChanged = event('auth.admin.changed', numberedChange);

/**
 * The changes after a position, in its order, for the admin service at its start and when NATS lost its store: unlike
 * other events these carry what happened, so a lost one is read from its owner. Transactions do not commit in the order of
 * their positions: the owner takes positions under a lock, so that none appears behind one that was already read.
 */
const after = z.object({ position: z.int().check(z.gte(0)), limit: z.int().check(z.gte(1), z.lte(500)) });
const changes = z.object({ changes: z.array(numberedChange), more: z.boolean() });

export const gamesChangesRequest = requestType('request.games.admin.changes', after, changes);
export const stakingChangesRequest = requestType('request.staking.admin.changes', after, changes);
export const authChangesRequest = requestType('request.auth.admin.changes', after, changes);
