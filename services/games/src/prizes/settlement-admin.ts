import { TouchlineError } from '@touchline/api/errors';
import {
  type AdminSettlement,
  PRIZES_PER_BATCH,
  type PrizeDifference,
} from '@touchline/api/http/admin-prizes';
import { toInstant } from '@touchline/api/values';
import { encodeClaimMany } from '@touchline/contracts/encode-claims';
import { changeRejected } from '@touchline/service-kit/administration/admin-changes';
import { type Database, query, queryOne } from '@touchline/service-kit/data/database';
import { readCursorPage } from '@touchline/service-kit/http/cursor-page';
import type { Knex } from 'knex';
import { readCorrections } from '../awards/corrections.store.ts';
import { findUnpaidPrizes } from '../awards/prizes.store.ts';
import {
  findSettlement,
  findSettlements,
  type StoredSettlement,
  writeApproval,
} from '../awards/settlements.store.ts';
import {
  exceedsLimit,
  type FundingLimits,
  findDueFunding,
  findFundingApprover,
} from '../funding/funding-approval.ts';
import type { TokenLimit } from '../funding/prize-settings.ts';
import { changeAsAdmin, type GameChangeRequest } from '../games/change-as-admin.ts';
import type { StoredGame } from '../games/game.ts';
import { findGamesById } from '../games/games.store.ts';
import { requireGame } from '../games/games.ts';
import type { GamesContext } from '../games/games-context.ts';
import { buildPrizeSummary } from '../games/prizes.ts';
import { buildClaims } from '../results/claims.ts';
import { findApprover, needsApproval } from './freeze.ts';

export interface SettlementAdminDeps
  extends FundingLimits,
    Pick<GamesContext, 'db' | 'writes' | 'calendar' | 'now'> {
  approvalAbove: TokenLimit;
  /** Lower case. */
  treasury: string;
}

interface Page {
  limit: number;
  after?: string | undefined;
  state?: string | null | undefined;
}

const LISTED = `from prize_settlements as s join games as g on g.id = s.game_id
  where g.prize_state is not null and (cast(:state as text) is null or g.prize_state = :state)`;

/**
 * Lists settlements from the start of their review on, latest proposal first.
 * @throws TouchlineError VALIDATION_FAILED for an invalid cursor
 */
export async function listSettlements(deps: SettlementAdminDeps, { state = null, ...page }: Page) {
  const { rows, next } = await readCursorPage(
    page,
    ({ limit, after }) =>
      query<{ id: string; at: number }>(
        deps.db,
        `select s.game_id as id, s.proposed_at as at ${LISTED}
           and (cast(:at as timestamptz) is null or (s.proposed_at, s.game_id) < (:at, cast(:id as uuid)))
         order by s.proposed_at desc, s.game_id desc limit :limit`,
        { state, at: after ? new Date(after.at) : null, id: after?.id ?? null, limit },
      ),
    (row) => row,
  );
  const total = await queryOne<{ total: number }>(deps.db, `select count(*) as total ${LISTED}`, { state });
  const ids = rows.map(({ id }) => id);
  const games = new Map((await findGamesById(deps.db, ids)).map((game) => [game.id, game]));
  const stored = new Map((await findSettlements(deps.db, ids)).map((each) => [each.game_id, each]));
  return {
    settlements: ids.map((id) => toWire(deps, games.get(id)!, stored.get(id)!)),
    next,
    total: total!.total,
  };
}

/** @throws TouchlineError NOT_FOUND before the review */
export async function readSettlement(deps: SettlementAdminDeps, id: string) {
  const { game, settlement } = await requireSettlement(deps.db, id);
  return { settlement: toWire(deps, game, settlement), differences: await findDifferences(deps.db, id) };
}

/**
 * Approves a proposal whose corrections moved much.
 * @throws TouchlineError NOT_FOUND, STALE, CHANGE_REFUSED for an administrator who made one of the corrections
 */
export async function approveSettlement(
  deps: SettlementAdminDeps,
  request: GameChangeRequest,
): Promise<AdminSettlement> {
  const { by, id } = request;
  const read = async (trx: Knex.Transaction) => {
    const state = await requireSettlement(trx, id);
    if (state.settlement.settled_at !== null) throw changeRejected('These prizes are already settled.');
    return { version: toVersion(state.settlement), state };
  };
  await changeAsAdmin(deps, request, read, async (trx, { game, settlement }) => {
    if (!needsApproval(deps, game, settlement)) throw changeRejected('No approval is needed.');
    const { admins } = await readCorrections(trx, id);
    if (admins.includes(by.admin.toLowerCase()))
      throw changeRejected(
        'You made one of the corrections, or edited the stake of an entry. Another administrator has to approve them.',
      );
    await writeApproval(trx, id, { proposal: settlement.proposal, admin: by.admin });
    return {
      action: 'PRIZES_APPROVED',
      before: { approved_by: settlement.approved_by },
      after: { approved_by: by.admin, moved: settlement.moved.toString() },
    };
  });
  return (await readSettlement(deps, id)).settlement;
}

/** Lists the next unpaid prizes with their proofs. @throws TouchlineError NOT_FOUND, CHANGE_REFUSED unless it is FUNDED */
export async function listUnpaid({ db }: SettlementAdminDeps, id: string, after: string | undefined) {
  const { game, settlement } = await requireSettlement(db, id);
  if (game.prizes.state !== 'FUNDED')
    throw changeRejected(
      'There is nothing to pay: the vault does not have the tokens, or every prize is paid.',
    );
  const from = Number(after ?? -1);
  const page = await findUnpaidPrizes(db, id, {
    after: Number.isSafeInteger(from) ? from : -1,
    limit: PRIZES_PER_BATCH + 1,
  });
  const shown = page.slice(0, PRIZES_PER_BATCH);
  const claims = await buildClaims(db, id, shown);
  return {
    claims,
    call: encodeClaimMany(claims),
    next: page.length > shown.length ? String(shown.at(-1)!.leaf) : null,
    total: settlement.awards - settlement.paid,
    amount: (settlement.total - settlement.paid_amount).toString(),
  };
}

/** @throws TouchlineError NOT_FOUND before the review */
export async function requireSettlement(
  db: Database,
  id: string,
): Promise<{ game: StoredGame; settlement: StoredSettlement }> {
  const game = await requireGame(db, id);
  const settlement = await findSettlement(db, id);
  if (!settlement) throw new TouchlineError('NOT_FOUND', 'The results of this game are not final yet.');
  return { game, settlement };
}

/** Changes whenever what an administrator approves changes. */
export function toVersion(settlement: StoredSettlement): string {
  const { proposal, settled_at, funding_decisions } = settlement;
  return settled_at === null ? String(proposal) : `${proposal}.settled.${funding_decisions}`;
}

function toWire(deps: SettlementAdminDeps, game: StoredGame, settlement: StoredSettlement): AdminSettlement {
  const { settled_at, claims_open_at, funding_tx, moved } = settlement;
  const isSettled = settled_at !== null;
  const due = findDueFunding(game, settlement);
  const fundingApprover = due && findFundingApprover(deps, due, settlement);
  return {
    game_id: game.id,
    game_name: game.name,
    version: toVersion(settlement),
    prizes: buildPrizeSummary(game, deps.now(), deps.calendar),
    entries: settlement.entries,
    winners: settlement.awards,
    review_ends_at: isSettled ? null : toInstant(settlement.review_ends_at),
    settled_at: isSettled ? toInstant(settled_at) : null,
    corrections: settlement.corrections,
    moved: moved.toString(),
    approval_needed: !isSettled && needsApproval(deps, game, settlement),
    approved_by: findApprover(deps, settlement),
    root: settlement.root,
    funding:
      funding_tx === null || claims_open_at === null
        ? null
        : { transaction_hash: funding_tx, claims_open_at: toInstant(claims_open_at) },
    funding_seen: funding_tx !== null && claims_open_at === null && settlement.funding_problem === null,
    funding_problem: settlement.funding_problem,
    refill_due: due?.kind === 'REFILL' ? due.amount.toString() : null,
    funding_approval_needed: due !== null && exceedsLimit(deps, due) && fundingApprover === null,
    funding_approved_by: fundingApprover,
    funding_unapproved: settlement.funding_unapproved,
    prizes_paid: settlement.paid,
  };
}

/** Most differences of a response. */
const MAX_DIFFERENCES = 100;

/** Finds the entries whose prize the corrections changed, the largest change of an amount first. */
async function findDifferences(db: Database, gameId: string): Promise<PrizeDifference[]> {
  return query(
    db,
    `select e.id as participation_id, e.wallet_address, e.team_name, a.uncorrected_rank as rank_before, a.rank as rank_after,
       a.uncorrected_amount as amount_before, a.amount as amount_after
     from prize_awards as a join entries as e using (game_id, ordinal)
     where a.game_id = ? and a.amount <> a.uncorrected_amount
     order by abs(a.amount - a.uncorrected_amount) desc, a.ordinal limit ${MAX_DIFFERENCES}`,
    [gameId],
  );
}
