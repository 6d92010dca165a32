import { canJoin, type JoinReason } from '@touchline/api/http/games';
import type { Host } from '@touchline/host/host';

/** The words of API-21 for a check that failed. */
export const NOT_CHECKED = 'Error checking join eligibility';

/** May the caller join? `code` says why not, where there is one. */
export interface Eligibility {
  canJoin: boolean;
  reason: string;
  code: JoinReason | null;
}

/** Asks the server whether the caller may join a game; a check that fails says no (API-21). */
export async function checkEligibility(
  api: Host['api'],
  gameId: string,
  signal: AbortSignal,
): Promise<Eligibility> {
  try {
    return await api.call(canJoin, { params: { id: gameId }, signal });
  } catch {
    return { canJoin: false, reason: NOT_CHECKED, code: null };
  }
}
