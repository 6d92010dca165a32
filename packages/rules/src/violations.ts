/**
 * One broken rule. `code` is a stable upper-case word, `path` the wire name of the field it concerns,
 * `message` one sentence for people (the specification's own text where it gives one).
 */
export interface RuleViolation {
  code: string;
  path?: string;
  player_ids?: number[];
  message: string;
}
