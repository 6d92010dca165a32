import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { parseWholeNumber } from '../run-command.ts';

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
    joins: parseWholeNumber('joins', values.joins),
    payments: parseWholeNumber('payments', values.payments),
    saves: parseWholeNumber('saves', values.saves),
    stakes: parseWholeNumber('stakes', values.stakes),
    payouts: parseWholeNumber('payouts', values.payouts),
  };
  if (counts.saves > 0 && counts.joins === 0)
    throw new Error('--saves requires --joins, because a lineup belongs to a team');
  return {
    seed: values.seed === undefined ? randomInt(2 ** 31) : parseWholeNumber('seed', values.seed),
    ...counts,
  };
}
