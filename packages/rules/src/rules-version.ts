/**
 * Version of the rules of points, ranks and prizes. A result names the version that it was computed with. Raise it with every change
 * that can alter points, ranks or amounts of a settled game.
 */
export const RULES_VERSION = '3';
