// Ranks of totals that are not those of the engine, and the parsers of the format in which Postgres sends them (game rules 3.15).

export { parseIntegers, parseTimes } from './columns/packed.ts';
export { type Ranking, rankTotals, type Totals } from './ranking/rank.ts';
