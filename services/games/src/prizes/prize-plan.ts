import type { Actor } from '@touchline/api/admin-values';
import { TouchlineError } from '@touchline/api/errors';
import { gameChanged } from '@touchline/api/events/games';
import type { AdminPrizePlan, updatePrizePlan } from '@touchline/api/http/admin-prizes';
import type { PrizeToken } from '@touchline/api/http/prize-plans';
import { type Calendar, joinWindow } from '@touchline/rules/calendar';
import { validatePrizePlan } from '@touchline/rules/prize-plan';
import { tokensToWei } from '@touchline/rules/tokens';
import {
  assertCurrentVersion,
  diffFields,
  recordAdminChange,
} from '@touchline/service-kit/administration/admin-changes';
import { type Database, queryOne } from '@touchline/service-kit/data/database';
import { validationError } from '@touchline/service-kit/http/validate';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import type { z } from 'zod';
import type { StoredGame } from '../games/game.ts';
import type { GameWrites } from '../games/game-writes.ts';
import { requireGame } from '../games/games.ts';
import { buildPrizeSummary, type StoredPlan } from '../games/prizes.ts';
import { hasReservationsOrEntries } from '../reservations/seats.store.ts';

export interface PlanDeps {
  db: Database;
  writes: GameWrites;
  calendar: Calendar;
  /** Tokens that a plan may use; the first one is that of entry fees. */
  prizeTokens: readonly PrizeToken[];
  now: () => number;
}

type PlanChange = z.output<NonNullable<typeof updatePrizePlan.body>>;

/** Reads the plan of a game. @throws TouchlineError NOT_FOUND */
export async function readPrizePlan(deps: PlanDeps, id: string): Promise<AdminPrizePlan> {
  const game = await requireGame(deps.db, id);
  const { code } = joinWindow(game, deps.now(), deps.calendar);
  const isJoinable = code === 'OPEN' || code === 'NOT_OPEN';
  return {
    game_id: id,
    version: String(await readEdits(deps.db, id)),
    prizes: buildPrizeSummary(game, deps.now(), isJoinable),
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
  { by, id, version, change }: { by: Actor; id: string; version: string; change: PlanChange },
): Promise<AdminPrizePlan> {
  await deps.writes.run(id, async (trx, game) => {
    assertCurrentVersion(version, String(await readEdits(trx, id)));
    const plan = applyChange(game.prizes.plan, change, deps.prizeTokens);
    const fields = diffFields(describe(game.prizes.plan), describe(plan));
    if (!fields) return;
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
    await writeOutbox(trx, gameChanged, { game_id: id });
    const subject = { owner: 'games', subject: id, wallet: null } as const;
    const recorded = { ...subject, action: 'PRIZE_PLAN_CHANGED' as const, ...fields };
    await recordAdminChange(trx, by, recorded, deps.now());
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

async function readEdits(db: Database, id: string): Promise<number> {
  return (await queryOne<{ edits: number }>(db, 'select edits from games where id = ?', [id]))!.edits;
}
