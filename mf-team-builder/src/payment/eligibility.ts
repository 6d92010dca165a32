import { canJoin, type JoinReason } from '@touchline/api/http/games';
import type { Host } from '@touchline/host/host';

/** The reason shown when the check itself fails (API-21). */
export const NOT_CHECKED = 'Error checking join eligibility';

/** Result of an eligibility check; `code` is the reason against joining, if there is one. */
export interface Eligibility {
  canJoin: boolean;
  reason: string;
  code: JoinReason | null;
}

/** Requests whether the user may join a game. A failing request counts as no (API-21). */
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
