/** The reason why a feed response was rejected; the label of a metric. */
export type FeedFault =
  | 'network' // connection refused, reset or aborted
  | 'timeout'
  | 'status' // a status other than 200 or 304, e.g. 503 while "the game is being updated"
  | 'size'
  | 'not-json'
  | 'shape' // a required field is missing, invalid or out of bounds
  | 'empty'
  | 'incomplete' // a list lacks entries of the stored snapshot
  | 'unfinished' // a gameweek is checked, but one of its matches is not finished
  | 'season'; // the responses are of different seasons or of an earlier season

/** Thrown for a feed response that must not replace the last good snapshot. */
export class FeedError extends Error {
  readonly fault: FeedFault;
  readonly resource: string;
  /** The requested pause (Retry-After). */
  readonly retryAfterMs: number | undefined;

  constructor(fault: FeedFault, resource: string, message: string, cause?: unknown, retryAfterMs?: number) {
    super(`${resource}: ${message}`, { cause });
    this.retryAfterMs = retryAfterMs;
    this.name = 'FeedError';
    this.fault = fault;
    this.resource = resource;
  }
}
