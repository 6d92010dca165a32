/** Why an answer of the feed could not be used; label of a metric. */
export type FeedFault =
  | 'network' // connection refused, reset or cut off
  | 'timeout'
  | 'status' // anything but 200 and 304, e.g. 503 while "the game is being updated"
  | 'size'
  | 'not-json'
  | 'shape' // a needed field is missing or wrong
  | 'empty'
  | 'season'; // the season is changing; the answers do not belong together yet

/** The feed's answer must not replace the last good snapshot. */
export class FeedError extends Error {
  readonly fault: FeedFault;
  readonly resource: string;

  constructor(fault: FeedFault, resource: string, message: string, cause?: unknown) {
    super(`${resource}: ${message}`, { cause });
    this.name = 'FeedError';
    this.fault = fault;
    this.resource = resource;
  }
}
