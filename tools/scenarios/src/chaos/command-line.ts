import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/** Size of a run. The same seed yields the same teams, amounts and faults in the same order. */
export interface Plan {
  seed: number;
  /** Free joins. */
  joins: number;
  /** Transfers to the treasury, most of them for a paid join. */
  payments: number;
  /** Saved lineups. */
  saves: number;
  /** Transfers to the staking wallet. */
  stakes: number;
  /** Maximum number of payouts that are paid at the end. */
  payouts: number;
}

/** Reads the options that the command in tools/local-stack/bin describes. @throws Error that explains the first invalid option */
export function readPlan(args: string[]): Plan {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string' },
      joins: { type: 'string', default: '1000' },
      payments: { type: 'string', default: '1000' },
      saves: { type: 'string', default: '1000' },
      stakes: { type: 'string', default: '1000' },
      payouts: { type: 'string', default: '50' },
    },
  });
  const counts = {
    joins: parseCount('joins', values.joins),
    payments: parseCount('payments', values.payments),
    saves: parseCount('saves', values.saves),
    stakes: parseCount('stakes', values.stakes),
    payouts: parseCount('payouts', values.payouts),
  };
  if (counts.saves > 0 && counts.joins === 0)
    throw new Error('--saves requires --joins, because a lineup belongs to a team');
  return {
    seed: values.seed === undefined ? randomInt(2 ** 31) : parseCount('seed', values.seed),
    ...counts,
  };
}

function parseCount(name: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} takes a whole number, not "${text}"`);
  return Number(text);
}
