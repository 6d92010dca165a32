/**
 * A violation of a game rule. `code` is a stable upper-case code, `path` the API name of the field, and `message` a sentence for
 * users (as quoted in the specification, if it has one).
 */
export interface RuleViolation {
  code: string;
  path?: string;
  player_ids?: number[];
  message: string;
}

/** Creates a violation. @param player_ids the players who cause it, if there are any */
export const createViolation = (
  code: string,
  path: string,
  message: string,
  player_ids?: number[],
): RuleViolation => ({ code, path, message, ...(player_ids && { player_ids }) });
