/** Why an answer of the feed could not be used; label of a metric. */
export type FeedFault =
  | 'network' // connection refused, reset or cut off
  | 'timeout'
  | 'status' // anything but 200 and 304, e.g. 503 while "the game is being updated"
  | 'size'
  | 'not-json'
  | 'shape' // a needed field is missing, wrong or out of bounds
  | 'empty'
  | 'season'; // the season is changing and the answers do not agree yet, or they are of an earlier season

/** The feed's answer must not replace the last good snapshot. */
export class FeedError extends Error {
  readonly fault: FeedFault;
  readonly resource: string;
  /** How long the feed asks to be left alone (Retry-After). */
  readonly retryAfterMs: number | undefined;

  constructor(fault: FeedFault, resource: string, message: string, cause?: unknown, retryAfterMs?: number) {
    super(`${resource}: ${message}`, { cause });
    this.retryAfterMs = retryAfterMs;
    this.name = 'FeedError';
    this.fault = fault;
    this.resource = resource;
  }
}
