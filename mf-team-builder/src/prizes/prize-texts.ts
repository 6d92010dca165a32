import type { Game } from '@touchline/api/http/games';
import type { PrizeSummary } from '@touchline/api/http/prize-plans';
import { formatCount, formatPrize, plural } from '@touchline/ui/format';
import { isPaid } from '../game/game.ts';

/** Reason why a game in its join window cannot be joined. */
export const NOT_COVERED = 'Joining opens as soon as the reserves cover the prizes of this game.';

export const isGuaranteed = ({ guarantee }: PrizeSummary) => BigInt(guarantee) > 0n;

/** Prize label of a game (CHOOSE-07): the guarantee, or the pool of a game without one. Null without prizes. */
export function formatPrizeLabel(prizes: PrizeSummary): string | null {
  if (prizes.state === 'NONE') return null;
  const announced = isGuaranteed(prizes) ? prizes.guarantee : prizes.pool;
  return BigInt(announced) > 0n ? formatPrize(announced, prizes.token) : null;
}

/** Condition of the prize label: "Guaranteed", or "If full" while free seats are counted. Null without one. */
export function describeCondition(game: Game, now: number): string | null {
  if (isGuaranteed(game.prizes)) return 'Guaranteed';
  const { max_participants: seats, current_participants: taken } = game;
  return countsEverySeat(game, now) && taken < seats! ? 'If full' : null;
}

/** Reports whether new teams still change pool and table: until joining closes, also after the start (game rules 8.3). */
const dependsOnJoins = ({ prizes, join_deadline }: Game, now: number) =>
  (prizes.state === 'PREVIEW' || prizes.state === 'PROVISIONAL') && now < Date.parse(join_deadline);

/** Reports whether pool and table count every seat. */
const countsEverySeat = (game: Game, now: number) =>
  game.max_participants !== null && dependsOnJoins(game, now);

/** Assumption behind the prize table. Null once joining has closed. */
export function describeTable(game: Game, now: number): string | null {
  if (!dependsOnJoins(game, now)) return null;
  return game.max_participants === null
    ? 'The table changes with the number of teams until joining closes.'
    : `This table assumes that all ${plural(game.max_participants, 'seat')} are taken. It is computed again when joining closes.`;
}

/** True if the game can pay prizes. A cancelled game pays none, and a free game without a guarantee never has a pool. */
export const paysPrizes = (game: Game) =>
  game.prizes.state !== 'NONE' && (isPaid(game) || BigInt(game.prizes.pool) > 0n);

/** Names with formatted values of the prize rules: pool, commission and eligibility if it pays prizes, and minimum entries. */
export function listPrizeRules(game: Game, now: number): readonly (readonly [string, string])[] {
  const { prizes } = game;
  const rules = [
    ['Pool', describePool(game, now)],
    ['Commission', describeCommission(prizes)],
    ['Who can win', ELIGIBILITY[prizes.eligibility]],
  ] as const;
  return [
    ...(paysPrizes(game) ? rules : []),
    ...(prizes.min_entries > 1 ? ([['Minimum teams', describeMinimum(game)]] as const) : []),
  ];
}

function describePool(game: Game, now: number): string {
  const { prizes, max_participants } = game;
  const pool = formatPrize(prizes.pool, prizes.token);
  if (prizes.state !== 'PREVIEW' && prizes.state !== 'PROVISIONAL') return pool;
  if (BigInt(prizes.pool) > BigInt(prizes.guarantee))
    return countsEverySeat(game, now)
      ? `${pool} if all ${formatCount(max_participants!)} seats are taken`
      : `${pool} from the entry fees so far`;
  return isGuaranteed(prizes)
    ? `${pool}, guaranteed: paid in full even if few teams join`
    : 'Filled by the entry fees';
}

function describeCommission({ commission_bps }: PrizeSummary): string {
  return commission_bps === 0 ? 'None' : `${commission_bps / 100}% of the entry fees`;
}

const ELIGIBILITY: Readonly<Record<PrizeSummary['eligibility'], string>> = {
  ALL: 'Every team',
  STAKERS: 'Players with an active stake when the game starts. Other teams are ranked, but win nothing.',
  ENTRANTS:
    'Players who joined a paid game of this season before this game starts. Other teams are ranked, but win nothing.',
};

function describeMinimum(game: Game): string {
  const teams = plural(game.prizes.min_entries, 'team');
  return isPaid(game)
    ? `Cancelled and refunded if fewer than ${teams} join`
    : `Cancelled if fewer than ${teams} join`;
}
