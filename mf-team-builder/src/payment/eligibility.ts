import { canJoin, type JoinReason } from '@touchline/api/http/games';
import type { Host } from '@touchline/host/host';

/** API-21: the reason given when the check itself fails. */
export const NOT_CHECKED = 'Error checking join eligibility';

/** Whether the user may join a game; `code` is the reason if there is one. */
export interface Eligibility {
  canJoin: boolean;
  reason: string;
  code: JoinReason | null;
}

/** Asks the server whether the user may join a game; a failing check means no (API-21). */
export async function checkEligibility(
  api: Host['api'],
  gameId: string,
  signal: AbortSignal,
): Promise<Eligibility> {
  try {
    return await api.request(canJoin, { params: { id: gameId }, signal });
  } catch {
    return { canJoin: false, reason: NOT_CHECKED, code: null };
  }
}
