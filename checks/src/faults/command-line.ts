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
}

export const USAGE = `npm run faults -- [--seed N] [--joins N] [--payments N] [--saves N] [--stakes N]
  --seed N                  the same seed makes the same teams, amounts and faults (random when not given)
  --joins N, --payments N,
  --saves N, --stakes N     how many of each (1000)
Joins, pays, saves and stakes while processes are killed, the chain reorganises and RPCs lie, then counts what was lost.`;

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
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return 'help';
  const counts = {
    joins: count('joins', values.joins),
    payments: count('payments', values.payments),
    saves: count('saves', values.saves),
    stakes: count('stakes', values.stakes),
  };
  if (counts.saves > 0 && counts.joins === 0)
    throw new Error('--saves needs --joins: a lineup belongs to a team');
  return { seed: values.seed === undefined ? randomInt(2 ** 31) : count('seed', values.seed), ...counts };
}

function count(name: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} takes a whole number, not "${text}"`);
  return Number(text);
}
