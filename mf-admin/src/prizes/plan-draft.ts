import { type AdminPrizePlan, prizePlanChange } from '@touchline/api/http/admin-prizes';
import type { PrizeSummary, PrizeToken } from '@touchline/api/http/prize-plans';
import { MAX_COMMISSION_BPS } from '@touchline/rules/prize-plan';
import { computePool, type PrizeRow, prizeTable, sumRows } from '@touchline/rules/prize-table';
import { formatPrizeExact, type PrizeTokenUnits } from '@touchline/ui/format';
import type { z } from 'zod';
import { type FieldErrors, findIssues } from '../components/field-errors.ts';

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
const MAX_COMMISSION = MAX_COMMISSION_BPS / 100;

/**
 * Converts the texts to a complete change of the plan, null if a field cannot be read, and the problems of the fields. Rows that do not
 * add up are a problem, but can be previewed.
 */
export function readDraft(
  draft: PlanDraft,
  tokens: readonly PrizeToken[],
): { change: PlanChange | null; errors: FieldErrors } {
  const token = tokens.find(({ address }) => address === draft.token) ?? { symbol: '', decimals: 18 };
  const isFixed = draft.template === 'FIXED';
  const guarantee = toWei(draft.guarantee, token);
  const rows = isFixed ? draft.rows.map((row) => readRow(row, token)) : [];
  const commission = draft.commission.trim();
  const rowsProblem = isFixed ? findRowsProblem(rows, guarantee, token) : null;
  const unreadable: FieldErrors = {
    ...(guarantee === null ? { guarantee: 'must be an amount in tokens' } : {}),
    ...(PERCENT.test(commission) && Number(commission) <= MAX_COMMISSION
      ? {}
      : { commission_bps: `must be from 0 to ${MAX_COMMISSION}, with up to two decimals` }),
    ...(INTEGER.test(draft.min_entries.trim()) ? {} : { min_entries: 'must be a whole number' }),
  };
  const errors = { ...unreadable, ...(rowsProblem === null ? {} : { rows: rowsProblem }) };
  if (guarantee === null || Object.keys(unreadable).length > 0 || rows.includes(null))
    return { change: null, errors };
  const change: PlanChange = {
    token: draft.token,
    guarantee,
    commission_bps: Math.round(Number(commission) * 100),
    template: draft.template,
    min_entries: Number(draft.min_entries),
    eligibility: draft.eligibility,
    ...(isFixed ? { rows: rows.filter((row) => row !== null) } : {}),
  };
  return { change, errors: { ...findIssues(prizePlanChange, change), ...errors } };
}

type Row = NonNullable<PlanChange['rows']>[number];

/** Reads a row; null if a text cannot be read or the last place is before the first. */
function readRow({ from, to, amount }: RowDraft, token: Pick<PrizeToken, 'decimals'>): Row | null {
  const wei = toWei(amount, token);
  if (wei === null || !INTEGER.test(from.trim()) || !INTEGER.test(to.trim())) return null;
  return Number(to) < Number(from) ? null : { from: Number(from), to: Number(to), amount: wei };
}

/** Finds the problems that the server would report in wei, and rows that cannot be sent. */
function findRowsProblem(
  rows: readonly (Row | null)[],
  guarantee: string | null,
  token: PrizeTokenUnits,
): string | null {
  const readable = rows.filter((row) => row !== null);
  if (readable.length < rows.length)
    return 'Each row must have a first place, a last place that is not before it, and an amount';
  const sum = sumRows(toPrizeRows(readable)).toString();
  if (guarantee === null || sum === guarantee) return null;
  return `The rows add up to ${formatPrizeExact(sum, token)}, the guarantee is ${formatPrizeExact(guarantee, token)}`;
}

const toPrizeRows = (rows: readonly Row[]): PrizeRow[] =>
  rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));

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
  const table = prizeTable({ template, entrants, pool, fee, rows: toPrizeRows(rows) });
  return table.map((row) => ({ ...row, amount: row.amount.toString() }));
}
