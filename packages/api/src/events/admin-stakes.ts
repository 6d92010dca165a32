import { z } from 'zod/mini';
import { actor, listRequest, version } from '../admin-values.ts';
import { requestType } from '../event.ts';
import { adminStake, adminStakeDetails, STAKE_COLUMNS, stakeChange } from '../http/admin-stakes.ts';
import { uuid } from '../values.ts';

// Errors: NOT_FOUND, STALE, VALIDATION_FAILED with the fields in `details`, CHANGE_REFUSED with a sentence, FORBIDDEN.

export const stakesRequest = requestType(
  'request.staking.admin.stakes',
  listRequest(STAKE_COLUMNS),
  z.object({ rows: z.array(adminStake), total: z.number() }),
);

export const stakeRequest = requestType(
  'request.staking.admin.stake',
  z.object({ id: uuid }),
  adminStakeDetails,
);

/** Changes the counted stake, and with it the wallet's coefficient, in the same way as a new stake. The chain is not affected. */
export const editStake = requestType(
  'request.staking.admin.edit-stake',
  z.object({ by: actor, id: uuid, version, change: stakeChange }),
  adminStakeDetails,
);
