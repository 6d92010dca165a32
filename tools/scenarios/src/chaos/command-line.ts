import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/** How much a campaign does; the same seed makes the same teams, amounts and faults in the same order. */
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
  /** At most so many of the payouts that are due in the end are paid. */
  payouts: number;
}

export const USAGE = `npm run faults -- [--seed N] [--joins N] [--payments N] [--saves N] [--stakes N] [--payouts N]
  --seed N                  the same seed makes the same teams, amounts and faults (random when not given)
  --joins N, --payments N,
  --saves N, --stakes N     how many of each (1000)
  --payouts N               how many are paid in the end, after the paid game was cancelled (50)
Joins, pays, saves and stakes while processes are killed, the chain reorganises and RPCs lie, then counts what was lost.
In the end a paid game is cancelled and payouts are paid, while processes are killed in between.`;

/** @throws Error that explains the first invalid option */
export function readPlan(args: string[]): Plan | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string' },
      joins: { type: 'string', default: '1000' },
      payments: { type: 'string', default: '1000' },
      saves: { type: 'string', default: '1000' },
      stakes: { type: 'string', default: '1000' },
      payouts: { type: 'string', default: '50' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return 'help';
  const counts = {
    joins: count('joins', values.joins),
    payments: count('payments', values.payments),
    saves: count('saves', values.saves),
    stakes: count('stakes', values.stakes),
    payouts: count('payouts', values.payouts),
  };
  if (counts.saves > 0 && counts.joins === 0)
    throw new Error('--saves needs --joins: a lineup belongs to a team');
  return { seed: values.seed === undefined ? randomInt(2 ** 31) : count('seed', values.seed), ...counts };
}

function count(name: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} takes a whole number, not "${text}"`);
  return Number(text);
}
