import { z } from 'zod/mini';
import { actor, listRequest, version } from '../admin-values.ts';
import { requestType } from '../event.ts';
import { adminGame, adminGameDetails, GAME_COLUMNS, gameChange } from '../http/admin-games.ts';
import { uuid } from '../values.ts';

// Errors: NOT_FOUND, STALE, VALIDATION_FAILED with the fields in `details`, CHANGE_REFUSED with a sentence, FORBIDDEN.

export const gamesRequest = requestType(
  'request.games.admin.games',
  listRequest(GAME_COLUMNS),
  z.object({ rows: z.array(adminGame), total: z.number() }),
);

export const gameRequest = requestType('request.games.admin.game', z.object({ id: uuid }), adminGameDetails);

const versioned = { by: actor, id: uuid, version };

/** Status CANCELLED cancels like `cancelGameForGood`. Manually set values no longer follow the clock and the feed. */
export const editGame = requestType(
  'request.games.admin.edit-game',
  z.object({ ...versioned, change: gameChange }),
  adminGameDetails,
);

/** Cancels a game permanently. Each verified payment becomes one refund due. */
export const cancelGameForGood = requestType(
  'request.games.admin.cancel-game',
  z.object(versioned),
  z.object({ game: adminGameDetails, refunds: z.number(), refund_total: z.string() }),
);
