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

export const USAGE = `npm run chaos -- [--seed N] [--joins N] [--payments N] [--saves N] [--stakes N] [--payouts N]
  --seed N                  the same seed yields the same teams, amounts and faults (default: random)
  --joins N, --payments N,
  --saves N, --stakes N     number of each (default: 1000)
  --payouts N               maximum number of payouts to pay after the paid game is cancelled (default: 50)
Joins, pays, saves and stakes while processes are killed, the chain reorganises and RPCs return wrong results. Then counts
lost and duplicate records. Finally cancels a paid game and pays refunds while processes are killed.`;

/** Reads the command line. @throws Error that explains the first invalid option */
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
