import { COEFFICIENT_ONE, earnedThousandths } from '@touchline/rules/points';
import { createShared } from './columns/memory.ts';
import { rankTotals } from './ranking/rank.ts';
import type { Section } from './section.ts';
import type { MemberQuery, MemberRanks } from './standings.ts';

/** Points of members by place in a list of indices; `earned` in thousandths. */
interface Points {
  gross: Int32Array;
  earned: Int32Array;
}

/** Ranks some entries among themselves. */
export function rankMembers(section: Section, query: MemberQuery): MemberRanks {
  const { result, settled } = section;
  const { since, until, coefficient } = query;
  const ranked = listMembers(section, query.members);
  // A table as it was then has no entry that joined later.
  const members = until === undefined ? ranked : filterByFirst(section, ranked, until);
  const last = until ?? result.summary.gameweek ?? 0;
  const points = sumPoints(section, members, { since, last, open: until === undefined });
  const { order, ranks } = rank(points, coefficient);
  const shown = coefficient ? points.earned : points.gross.map((each) => each * COEFFICIENT_ONE);
  const before = Math.max(0, ...[...settled.keys()].filter((id) => id < last));
  const known = before >= (since ?? 1);
  const previous = known
    ? rankPrevious(section, members, { since, last: before, open: false }, coefficient)
    : new Int32Array(members.length);
  return {
    ordinals: pick(order, (place) => members[place]! + 1),
    ranks: pick(order, (place) => ranks[place]!),
    previous_ranks: pick(order, (place) => previous[place]!),
    points: pick(order, (place) => shown[place]!),
  };
}

/** Returns the points of entries in a gameweek in thousandths; null before the gameweek has started. */
export function readGameweekPoints(
  section: Section,
  gameweek: number,
  ordinals: readonly number[],
  coefficient: boolean,
): number[] | null {
  const { result, settled } = section;
  if (!settled.has(gameweek) && !result.open.some((open) => open.gameweek === gameweek)) return null;
  const members = Int32Array.from(ordinals, (ordinal) => ordinal - 1);
  const { gross, earned } = sumPoints(section, members, { since: gameweek, last: gameweek, open: true });
  return coefficient ? [...earned] : Array.from(gross, (points) => points * COEFFICIENT_ONE);
}

const pick = (order: Int32Array, value: (place: number) => number): Int32Array => {
  const picked = createShared(Int32Array, order.length);
  for (let place = 0; place < order.length; place += 1) picked[place] = value(order[place]!);
  return picked;
};

/** Lists the ranked members as indices, in the order of joining. */
function listMembers({ table, result }: Section, members: MemberQuery['members']): Int32Array {
  const { ranks } = result.columns;
  if (members instanceof Int32Array)
    return members
      .filter((ordinal) => ordinal <= ranks.length && ranks[ordinal - 1] !== 0)
      .map((ordinal) => ordinal - 1)
      .sort();
  const first = table.lineups.firsts.gameweek;
  const found = new Int32Array(ranks.length);
  let count = 0;
  for (let index = 0; index < ranks.length; index += 1)
    if (ranks[index] !== 0 && (members === null || first[index] === members.first_gameweek))
      found[count++] = index;
  return found.subarray(0, count);
}

interface Range {
  /** First gameweek; null for all gameweeks with the corrections by administrators, which have no gameweek. */
  since: number | null;
  last: number;
  /** Includes gameweeks that are not settled. */
  open: boolean;
}

/** Sums points; 0 for entries that joined later. */
function sumPoints(
  { table, result, settled }: Section,
  members: Int32Array,
  { since, last, open }: Range,
): Points {
  const [gross, earned] = [new Int32Array(members.length), new Int32Array(members.length)];
  const counts = (gameweek: number) => gameweek <= last && (since === null || gameweek >= since);
  for (const [gameweek, own] of settled) {
    if (!counts(gameweek)) continue;
    for (let place = 0; place < members.length; place += 1) {
      const points = own.points[members[place]!] ?? 0;
      gross[place]! += points;
      earned[place]! += points * COEFFICIENT_ONE + (own.extra[members[place]!] ?? 0);
    }
  }
  for (const { gameweek, points, coefficients } of open ? result.open : []) {
    if (!counts(gameweek)) continue;
    for (let place = 0; place < members.length; place += 1) {
      const index = members[place]!;
      const own = points[index] ?? 0;
      gross[place]! += own;
      earned[place]! += earnedThousandths(own, coefficients[index] ?? COEFFICIENT_ONE);
    }
  }
  if (since !== null || table.adjustments.size === 0) return { gross, earned };
  for (let place = 0; place < members.length; place += 1) {
    const adjusted = table.adjustments.get(members[place]!);
    gross[place]! += adjusted?.gross ?? 0;
    earned[place]! += adjusted?.earned ?? 0;
  }
  return { gross, earned };
}

/** Ranks places by points, with or without the coefficient. */
const rank = ({ gross, earned }: Points, coefficient: boolean) =>
  rankTotals({ gross, earned: coefficient ? earned : gross, unranked: new Set() });

/** Keeps the members whose first lineup is for this gameweek or an earlier one. */
function filterByFirst({ table }: Section, members: Int32Array, last: number): Int32Array {
  const first = table.lineups.firsts.gameweek;
  return members.filter((index) => first[index]! <= last);
}

/** Ranks the members who took part in the last gameweek of the range; 0 for the others. */
function rankPrevious(section: Section, members: Int32Array, range: Range, coefficient: boolean): Int32Array {
  const first = section.table.lineups.firsts.gameweek;
  const places = Int32Array.from(members.keys()).filter((place) => first[members[place]!]! <= range.last);
  const { ranks } = rank(
    sumPoints(
      section,
      places.map((place) => members[place]!),
      range,
    ),
    coefficient,
  );
  const all = new Int32Array(members.length);
  for (let at = 0; at < places.length; at += 1) all[places[at]!] = ranks[at]!;
  return all;
}
