import { TouchlineError } from '@touchline/api/errors';
import type { AdminPrizePlan, updatePrizePlan } from '@touchline/api/http/admin-prizes';
import type { PrizeToken } from '@touchline/api/http/prize-plans';
import { validatePrizePlan } from '@touchline/rules/prize-plan';
import { tokensToWei } from '@touchline/rules/tokens';
import { diffFields } from '@touchline/service-kit/administration/admin-changes';
import { validationError } from '@touchline/service-kit/http/validate';
import type { z } from 'zod';
import { changeAsAdmin, type GameChangeRequest, readGame } from '../games/change-as-admin.ts';
import type { StoredGame } from '../games/game.ts';
import { requireGame } from '../games/games.ts';
import type { GamesContext } from '../games/games-context.ts';
import { buildPrizeSummary, type StoredPlan } from '../games/prizes.ts';
import { hasReservationsOrEntries } from '../reservations/seats.store.ts';

export interface PlanDeps extends Pick<GamesContext, 'db' | 'writes' | 'calendar' | 'now'> {
  /** Tokens that a plan may use; the first one is that of entry fees. */
  prizeTokens: readonly PrizeToken[];
}

type PlanChange = z.output<NonNullable<typeof updatePrizePlan.body>>;

/** Reads the plan of a game. @throws TouchlineError NOT_FOUND */
export async function readPrizePlan(deps: PlanDeps, id: string): Promise<AdminPrizePlan> {
  const game = await requireGame(deps.db, id);
  return {
    game_id: id,
    version: String(game.edits),
    prizes: buildPrizeSummary(game, deps.now(), deps.calendar),
    rows: game.prizes.plan.rows,
    fixed: await hasReservationsOrEntries(deps.db, game),
    tokens: [...deps.prizeTokens],
    closed_because: explainClosed(game),
  };
}

/** Why the game waits for the reserves; null if it does not, like the games that `coverGames` leaves out. */
function explainClosed({ prizes, status, settlement }: StoredGame): string | null {
  if (prizes.covered || status === 'CANCELLED' || settlement === 'FINAL') return null;
  return `The reserves do not cover all debts in ${prizes.plan.token.symbol}, this guarantee included.`;
}

/**
 * Changes the fields of a plan that the request contains.
 * @throws TouchlineError NOT_FOUND, STALE, PRIZE_PLAN_FIXED, VALIDATION_FAILED naming the fields
 */
export async function changePrizePlan(
  deps: PlanDeps,
  { change, ...request }: GameChangeRequest & { change: PlanChange },
): Promise<AdminPrizePlan> {
  const { id } = request;
  await changeAsAdmin(deps, request, readGame, async (trx, game) => {
    const plan = applyChange(game.prizes.plan, change, deps.prizeTokens);
    const fields = diffFields(describe(game.prizes.plan), describe(plan));
    if (!fields) return null;
    if (await hasReservationsOrEntries(trx, game))
      throw new TouchlineError(
        'PRIZE_PLAN_FIXED',
        'The prizes of this game can’t be changed: a player has already reserved or joined.',
      );
    assertValid(plan, game, deps.prizeTokens[0]!);
    await trx.raw(
      `update games set prize_plan = :plan, prizes_covered = :covered, edits = edits + 1, version = version + 1
       where id = :id`,
      { id, plan: JSON.stringify(plan), covered: plan.guarantee === '0' },
    );
    return { action: 'PRIZE_PLAN_CHANGED', ...fields };
  });
  return readPrizePlan(deps, id);
}

function applyChange(
  plan: StoredPlan,
  { token: address, ...change }: PlanChange,
  tokens: readonly PrizeToken[],
): StoredPlan {
  const token = address === undefined ? plan.token : tokens.find((each) => each.address === address);
  if (!token) throw validationError([{ path: 'token', message: 'is not a prize token of this deployment' }]);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const changed: StoredPlan = { ...plan, ...given, token };
  // Rows belong to FIXED alone, so another template drops them.
  return changed.template === 'FIXED' || change.rows !== undefined ? changed : { ...changed, rows: [] };
}

function assertValid(plan: StoredPlan, game: StoredGame, feeToken: PrizeToken): void {
  const problems = validatePrizePlan(
    {
      ...plan,
      token: plan.token.address,
      guarantee: BigInt(plan.guarantee),
      rows: plan.rows.map((row) => ({ ...row, amount: BigInt(row.amount) })),
    },
    { fee: tokensToWei(game.entry_fee), feeToken: feeToken.address, seats: game.max_participants },
  );
  if (problems.length > 0)
    throw validationError(problems.map(({ field, message }) => ({ path: field, message })));
}

/** Fields of a plan as the audit log shows them. */
const describe = ({ token, rows, ...plan }: StoredPlan) => ({
  ...plan,
  token: token.symbol,
  rows: rows.map(({ from, to, amount }) => `${from}-${to}: ${amount}`).join(', '),
});
