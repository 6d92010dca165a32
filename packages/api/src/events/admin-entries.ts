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

// Refusals of all questions below: NOT_FOUND, STALE (another version), VALIDATION_FAILED and LINEUP_INVALID with the fields
// in `details`, CHANGE_REFUSED with a sentence, FORBIDDEN for a wallet that the owner does not know as an administrator.

/** `realtime`: store the points of now first, and say what that changed (`updated`); null when nothing moved. */
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
 * Team name and lineup are saved as they are (a lineup change is a new version of the lineup, judged by the rules but not
 * by locks); points and coefficient become adjustments: the delta to what they are at that moment.
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

/** Every entry of a wallet whose earned points are not 0: one adjustment and one audited change each. */
export const clearWalletPoints = requestType(
  'request.games.admin.clear-wallet-points',
  z.object({ by: actor, wallet: z.string() }),
  z.object({ cleared: z.number() }),
);

/** Takes an entry out of the standings, or back in. As it is already: CHANGE_REFUSED. */
export const excludeEntry = requestType(
  'request.games.admin.exclude-entry',
  z.object({ ...versioned, excluded: z.boolean() }),
  adminParticipationDetails,
);
