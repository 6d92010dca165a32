import { z } from 'zod/mini';
import { actor, listRequest, version } from '../admin-values.ts';
import { requestType } from '../event.ts';
import {
  adminParticipation,
  adminParticipationDetails,
  PARTICIPATION_COLUMNS,
  participationChange,
} from '../http/admin-entries.ts';
import { uuid } from '../values.ts';

// Errors of all requests below: NOT_FOUND; STALE for another version; VALIDATION_FAILED and LINEUP_INVALID with the fields in
// `details`; CHANGE_REFUSED with a sentence; FORBIDDEN for a wallet that is not in the owner's ADMIN_WALLETS.

/**
 * The points are always current; nothing is stored. `updated` is sent for `realtime` only: the number of entries whose points
 * changed since the replying replica's previous list, or null if none changed.
 */
export const entriesRequest = requestType(
  'request.games.admin.entries',
  z.extend(listRequest(PARTICIPATION_COLUMNS), { realtime: z.boolean() }),
  z.object({
    rows: z.array(adminParticipation),
    total: z.number(),
    updated: z.nullable(z.object({ entries: z.number(), milliseconds: z.number() })),
  }),
);

export const entryRequest = requestType(
  'request.games.admin.entry',
  z.object({ id: uuid }),
  adminParticipationDetails,
);

const versioned = { by: actor, id: uuid, version };

/**
 * Changes an entry. A new lineup is stored as a new version and validated against the rules, but not against locks. Points and
 * coefficient become adjustments: the difference to their current values.
 */
export const editEntry = requestType(
  'request.games.admin.edit-entry',
  z.object({ ...versioned, change: participationChange }),
  adminParticipationDetails,
);

export const clearEntryPoints = requestType(
  'request.games.admin.clear-entry-points',
  z.object(versioned),
  adminParticipationDetails,
);

/** Undoes all clearings of an entry's points with one adjustment. CHANGE_REFUSED if none are cleared. */
export const restoreEntryPoints = requestType(
  'request.games.admin.restore-entry-points',
  z.object(versioned),
  adminParticipationDetails,
);

/** Clears every entry of a wallet with earned points other than 0: one adjustment and one audited change each. */
export const clearWalletPoints = requestType(
  'request.games.admin.clear-wallet-points',
  z.object({ by: actor, wallet: z.string() }),
  z.object({ cleared: z.number() }),
);

/** Excludes an entry from the standings, or includes it again. CHANGE_REFUSED if nothing would change. */
export const excludeEntry = requestType(
  'request.games.admin.exclude-entry',
  z.object({ ...versioned, excluded: z.boolean() }),
  adminParticipationDetails,
);
