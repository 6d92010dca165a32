import { z } from 'zod/mini';

/** All error codes of the API, each with its HTTP status (docs/api.md). */
export const ERROR_STATUS = {
  VALIDATION_FAILED: 400,
  TOKEN_MISSING: 401,
  TOKEN_INVALID: 401,
  TOKEN_EXPIRED: 401,
  FORBIDDEN: 403,
  SIGNATURE_INVALID: 403,
  REAUTH_REQUIRED: 403,
  SESSION_ENDED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CHALLENGE_EXPIRED: 409,
  PLAYER_LOCKED: 409,
  TX_ALREADY_USED: 409,
  TX_REVERTED: 409,
  TX_NOT_FOUND: 409,
  TX_NOT_PAYMENT: 409,
  UNDERPAID: 409,
  PAYMENT_PENDING: 409,
  PAYMENT_NOT_NEEDED: 409,
  RESERVATION_MISMATCH: 409,
  GAME_FULL: 409,
  ALREADY_JOINED: 409,
  JOIN_NOT_OPEN: 409,
  JOIN_CLOSED: 409,
  GAME_CANCELLED: 409,
  GAME_NOT_EDITABLE: 409,
  PAUSED: 409,
  TOO_MANY_CHANGES: 409,
  STALE: 409,
  NAME_TAKEN: 409,
  ROUTE_TAKEN: 409,
  PRIZE_PLAN_FIXED: 409,
  PRIZES_SETTLED: 409,
  ENTRY_NEEDED: 409,
  LEAGUE_FULL: 409,
  LEAGUE_STARTED: 409,
  TOO_MANY_LEAGUES: 409,
  REQUEST_TIMEOUT: 408,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  SQUAD_INVALID: 422,
  LINEUP_INVALID: 422,
  STAKE_REFUSED: 422,
  CHANGE_REFUSED: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UPSTREAM_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Details about a field or player; `path` is written like `field_players.3`. */
export const errorDetail = z.object({
  path: z.optional(z.string()),
  player_id: z.optional(z.number()),
  message: z.string(),
});
export type ErrorDetail = z.infer<typeof errorDetail>;

interface ErrorExtras {
  details?: ErrorDetail[];
  cause?: unknown;
  /** Seconds; sent and read as Retry-After. */
  retryAfter?: number;
  /** Set on the client, from the envelope. */
  requestId?: string;
}

/** The error of domain code and of the API client; `message` is a sentence for users. */
export class TouchlineError extends Error {
  readonly code: ErrorCode | (string & {});
  readonly status: number;
  readonly details: ErrorDetail[];
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;

  /** Compares by name, because shell and remotes bundle separate copies of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'TouchlineError' && 'code' in value && 'status' in value;
  }

  constructor(
    code: ErrorCode | (string & {}),
    message: string,
    extras: ErrorExtras & { status?: number } = {},
  ) {
    super(message, { cause: extras.cause });
    this.name = 'TouchlineError';
    this.code = code;
    this.status = extras.status ?? (ERROR_STATUS as Record<string, number>)[code] ?? 500;
    this.details = extras.details ?? [];
    this.retryAfter = extras.retryAfter;
    this.requestId = extras.requestId;
  }
}

/** True if the server was not reached or cannot respond now, so that the same request may succeed later. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof TouchlineError &&
  (error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500);

/** Error for requests before the first snapshot of the football feed. */
export const footballDataUnavailable = () =>
  new TouchlineError('UPSTREAM_UNAVAILABLE', 'Football data isn’t available yet. Try again soon.', {
    retryAfter: 5,
  });
