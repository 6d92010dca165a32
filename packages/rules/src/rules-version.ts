/**
 * Version of the rules of points, ranks and prizes. A result names the version that it was computed with. Raise it with every change
 * that can alter points, ranks or amounts of a settled game. During a season, the migration of the same release must reopen the settled
 * gameweeks of games without a final result: they would keep points of the older version under the number of the new one.
 */
export const RULES_VERSION = '4';

/** A published result was computed with another version of the rules, so that its values may differ although they are correct. */
export class OtherRulesVersion extends Error {
  constructor(version: string) {
    super(
      `This result was computed with version ${version} of the rules; this check uses version ${RULES_VERSION}, so nothing was compared.`,
    );
  }
}
