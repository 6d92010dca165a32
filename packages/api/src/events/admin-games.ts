import { z } from 'zod/mini';
import { actor, listQuestion, version } from '../admin-values.ts';
import { question } from '../event.ts';
import { adminGame, adminGameDetails, GAME_COLUMNS, gameChange } from '../http/admin-games.ts';
import { uuid } from '../values.ts';

// Refusals: NOT_FOUND, STALE, VALIDATION_FAILED with the fields in `details`, CHANGE_REFUSED with a sentence, FORBIDDEN.

export const askGames = question(
  'ask.games.admin.games',
  listQuestion(GAME_COLUMNS),
  z.object({ rows: z.array(adminGame), total: z.number() }),
);

export const askGame = question('ask.games.admin.game', z.object({ id: uuid }), adminGameDetails);

const versioned = { by: actor, id: uuid, version };

/** Status CANCELLED cancels like `cancelGameForGood`. The clock and the feed no longer move what was set by hand. */
export const editGame = question(
  'ask.games.admin.edit-game',
  z.object({ ...versioned, change: gameChange }),
  adminGameDetails,
);

/** Cancels a game for good; every verified payment of it is due back, once. A cancelled game stays cancelled. */
export const cancelGameForGood = question(
  'ask.games.admin.cancel-game',
  z.object(versioned),
  z.object({ game: adminGameDetails, refunds: z.number(), refund_total: z.string() }),
);
