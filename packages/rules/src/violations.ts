/**
 * A broken rule. `code` is a stable upper-case word, `path` the API name of the field, `message` a sentence for users
 * (the specification's text where it has one).
 */
export interface RuleViolation {
  code: string;
  path?: string;
  player_ids?: number[];
  message: string;
}
