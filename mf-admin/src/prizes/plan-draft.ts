import type { AdminPrizePlan, prizePlanChange } from '@touchline/api/http/admin-prizes';
import type { PrizeSummary, PrizeToken } from '@touchline/api/http/prize-plans';
import { computePool } from '@touchline/rules/prize-plan';
import { type PrizeRow, prizeTable } from '@touchline/rules/prize-table';
import type { z } from 'zod';

export type PlanChange = z.input<typeof prizePlanChange>;

export interface RowDraft {
  key: number;
  from: string;
  to: string;
  amount: string;
}

/** Texts of the plan form. Amounts are in tokens, the commission in percent. */
export interface PlanDraft {
  token: string;
  guarantee: string;
  commission: string;
  template: PrizeSummary['template'];
  rows: readonly RowDraft[];
  min_entries: string;
  eligibility: PrizeSummary['eligibility'];
}

/** Problems by field of the plan. */
export type PlanErrors = Readonly<Record<string, string>>;

/** Wei as exact tokens: ("1500000000000000000", 18) -> "1.5". */
export function toTokens(wei: string, { decimals }: Pick<PrizeToken, 'decimals'>): string {
  const digits = wei.padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  const fraction = digits.slice(at).replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, at) : `${digits.slice(0, at)}.${fraction}`;
}

/** Digits, or groups of three with commas. Any other comma could be a decimal one. */
const AMOUNT = /^(\d{1,30}|[1-9]\d{0,2}(?:,\d{3}){1,9})(?:\.(\d*))?$/;

/** Tokens as wei: ("1.5", 18) -> "1500000000000000000"; null if the text is not an amount of this token. */
export function toWei(tokens: string, { decimals }: Pick<PrizeToken, 'decimals'>): string | null {
  const [, whole, fraction = ''] = AMOUNT.exec(tokens.trim()) ?? [];
  if (whole === undefined || fraction.length > decimals) return null;
  return BigInt(whole.replaceAll(',', '') + fraction.padEnd(decimals, '0')).toString();
}

export function toDraft({ prizes, rows }: Pick<AdminPrizePlan, 'prizes' | 'rows'>): PlanDraft {
  const { token, guarantee, commission_bps, template, min_entries, eligibility } = prizes;
  return {
    token: token.address,
    guarantee: toTokens(guarantee, token),
    commission: String(commission_bps / 100),
    template,
    rows: rows.map(({ from, to, amount }, key) => ({
      key,
      from: String(from),
      to: String(to),
      amount: toTokens(amount, token),
    })),
    min_entries: String(min_entries),
    eligibility,
  };
}

const INTEGER = /^\d{1,9}$/;
const PERCENT = /^\d{1,3}(\.\d{1,2})?$/;

/** Converts the texts to a complete change of the plan, or to the problems of the fields that cannot be read. */
export function readDraft(
  draft: PlanDraft,
  tokens: readonly PrizeToken[],
): { change: PlanChange; errors: null } | { change: null; errors: PlanErrors } {
  const token = tokens.find(({ address }) => address === draft.token) ?? { decimals: 18 };
  const isFixed = draft.template === 'FIXED';
  const guarantee = toWei(draft.guarantee, token);
  const rows = isFixed ? draft.rows.map((row) => readRow(row, token)) : [];
  const errors: PlanErrors = {
    ...(guarantee === null ? { guarantee: 'must be an amount in tokens' } : {}),
    ...(PERCENT.test(draft.commission.trim())
      ? {}
      : { commission_bps: 'must be a percentage with up to two decimals' }),
    ...(INTEGER.test(draft.min_entries.trim()) ? {} : { min_entries: 'must be a whole number' }),
    ...(rows.includes(null) ? { rows: 'must have two places and an amount in each row' } : {}),
  };
  if (guarantee === null || Object.keys(errors).length > 0) return { change: null, errors };
  const change: PlanChange = {
    token: draft.token,
    guarantee,
    commission_bps: Math.round(Number(draft.commission) * 100),
    template: draft.template,
    min_entries: Number(draft.min_entries),
    eligibility: draft.eligibility,
    ...(isFixed ? { rows: rows.filter((row) => row !== null) } : {}),
  };
  return { change, errors: null };
}

function readRow({ from, to, amount }: RowDraft, token: Pick<PrizeToken, 'decimals'>) {
  const wei = toWei(amount, token);
  if (wei === null || !INTEGER.test(from.trim()) || !INTEGER.test(to.trim())) return null;
  return { from: Number(from), to: Number(to), amount: wei };
}

/** Fields of a change that differ from the plan, so that fields changed by another admin are kept. */
export function findChanges(plan: AdminPrizePlan, change: PlanChange): PlanChange {
  const { change: current } = readDraft(toDraft(plan), plan.tokens);
  const before: Readonly<Record<string, unknown>> = current ?? {};
  return Object.fromEntries(
    Object.entries(change).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key])),
  );
}

/** Prize table of a change for a number of entries, each of which has paid the fee (wei). */
export function previewTable(change: PlanChange, { entrants, fee }: { entrants: number; fee: bigint }) {
  const { guarantee = '0', commission_bps: commissionBps = 0, template = 'TOP', rows = [] } = change;
  const pool = computePool({
    guarantee: BigInt(guarantee),
    paidFees: fee * BigInt(entrants),
    commissionBps,
  });
  const fixed: PrizeRow[] = rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
  const table = prizeTable({ template, entrants, pool, fee, rows: fixed });
  return table.map((row) => ({ ...row, amount: row.amount.toString() }));
}
