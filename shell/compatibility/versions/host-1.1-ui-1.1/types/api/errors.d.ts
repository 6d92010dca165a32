import { z } from "zod/mini";
export declare const ERROR_STATUS: {
 readonly VALIDATION_FAILED: 400;
 readonly TOKEN_MISSING: 401;
 readonly TOKEN_INVALID: 401;
 readonly TOKEN_EXPIRED: 401;
 readonly FORBIDDEN: 403;
 readonly SIGNATURE_INVALID: 403;
 readonly REAUTH_REQUIRED: 403;
 readonly SESSION_ENDED: 403;
 readonly NOT_FOUND: 404;
 readonly METHOD_NOT_ALLOWED: 405;
 readonly CHALLENGE_EXPIRED: 409;
 readonly PLAYER_LOCKED: 409;
 readonly TX_ALREADY_USED: 409;
 readonly TX_REVERTED: 409;
 readonly TX_NOT_FOUND: 409;
 readonly TX_NOT_PAYMENT: 409;
 readonly UNDERPAID: 409;
 readonly PAYMENT_PENDING: 409;
 readonly PAYMENT_NOT_NEEDED: 409;
 readonly RESERVATION_MISMATCH: 409;
 readonly GAME_FULL: 409;
 readonly ALREADY_JOINED: 409;
 readonly JOIN_NOT_OPEN: 409;
 readonly JOIN_CLOSED: 409;
 readonly GAME_CANCELLED: 409;
 readonly GAME_NOT_EDITABLE: 409;
 readonly PAUSED: 409;
 readonly TOO_MANY_CHANGES: 409;
 readonly STALE: 409;
 readonly NAME_TAKEN: 409;
 readonly ROUTE_TAKEN: 409;
 readonly PRIZE_PLAN_FIXED: 409;
 readonly PRIZES_SETTLED: 409;
 readonly ENTRY_NEEDED: 409;
 readonly LEAGUE_FULL: 409;
 readonly LEAGUE_STARTED: 409;
 readonly TOO_MANY_LEAGUES: 409;
 readonly REQUEST_TIMEOUT: 408;
 readonly BODY_TOO_LARGE: 413;
 readonly UNSUPPORTED_MEDIA_TYPE: 415;
 readonly SQUAD_INVALID: 422;
 readonly LINEUP_INVALID: 422;
 readonly STAKE_REFUSED: 422;
 readonly CHANGE_REFUSED: 422;
 readonly RATE_LIMITED: 429;
 readonly HEADERS_TOO_LARGE: 431;
 readonly INTERNAL: 500;
 readonly UPSTREAM_UNAVAILABLE: 503;
};
export type ErrorCode = keyof typeof ERROR_STATUS;
export declare const errorDetail: z.ZodMiniObject<{
 path: z.ZodMiniOptional<z.ZodMiniString<string>>;
 player_id: z.ZodMiniOptional<z.ZodMiniNumber<number>>;
 message: z.ZodMiniString<string>;
}, z.core.$strip>;
export type ErrorDetail = z.infer<typeof errorDetail>;
interface ErrorExtras {
 details?: ErrorDetail[];
 cause?: unknown;
 retryAfter?: number;
 requestId?: string;
}
export declare class TouchlineError extends Error {
 readonly code: ErrorCode | (string & {});
 readonly status: number;
 readonly details: ErrorDetail[];
 readonly retryAfter: number | undefined;
 readonly requestId: string | undefined;
 static [Symbol.hasInstance](value: unknown): boolean;
 constructor(code: ErrorCode | (string & {}), message: string, extras?: ErrorExtras & {
  status?: number;
 });
}
export declare const footballDataUnavailable: () => TouchlineError;
export {};
