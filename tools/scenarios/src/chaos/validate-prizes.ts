import type { PrizePayment, PrizesSnapshot } from './prizes-snapshot.ts';
import { groupBy, summarise, type ValidationResult } from './validators.ts';

/**
 * Checks that the vault has paid each prize of a settled game exactly once to its winner, that pool, settlement and payments have the
 * same sum, and that the ledger has the same payments as the chain.
 */
export function validatePrizes(snapshot: PrizesSnapshot): ValidationResult[] {
  const { awards, mined, recorded } = snapshot;
  const byIndex = groupBy(mined, ({ index }) => String(index));
  const unpaid = awards.flatMap((award) =>
    findPaymentFailures(award, byIndex.get(String(award.index)) ?? []),
  );
  const indexes = new Set(awards.map(({ index }) => index));
  const invented = mined
    .filter(({ index }) => !indexes.has(index))
    .map(({ index, hash }) => `invented: prize ${index} in ${hash}`);
  const balances = awards.filter(({ account, amount }) => snapshot.balances.get(account) !== amount);
  return [
    summarise('each prize is paid exactly once to its winner', awards.length, [...unpaid, ...invented]),
    summarise(
      'each winner has the tokens of the prize',
      awards.length,
      balances.map(
        ({ account, amount }) =>
          `wrong balance: ${account} won ${amount}, has ${snapshot.balances.get(account)}`,
      ),
    ),
    summarise('each payment is in the ledger', mined.length, compareLedger(mined, recorded)),
    summarise('pool, settlement and payments have the same sum', 1, findSumFailures(snapshot)),
  ];
}

function findPaymentFailures(
  { index, account, amount }: PrizesSnapshot['awards'][number],
  payments: readonly PrizePayment[],
): string[] {
  const [only, ...more] = payments;
  if (!only) return [`lost: prize ${index} of ${account}`];
  if (more.length > 0) return [`duplicate: prize ${index} is paid ${payments.length} times`];
  return only.account === account && only.amount === amount
    ? []
    : [`changed: prize ${index} is paid as ${only.amount} to ${only.account}`];
}

function compareLedger(mined: readonly PrizePayment[], recorded: readonly PrizePayment[]): string[] {
  const toKey = ({ index, account, amount, hash }: PrizePayment) => [index, account, amount, hash].join(' ');
  const [onChain, inLedger] = [new Set(mined.map(toKey)), new Set(recorded.map(toKey))];
  return [
    ...[...onChain].filter((key) => !inLedger.has(key)).map((key) => `not in the ledger: ${key}`),
    ...[...inLedger].filter((key) => !onChain.has(key)).map((key) => `not on the chain: ${key}`),
  ];
}

function findSumFailures({ state, pool, total, paid, awards, mined, settled, remaining }: PrizesSnapshot) {
  const sum = (amounts: readonly { amount: bigint }[]) =>
    amounts.reduce((all, { amount }) => all + amount, 0n);
  const sums = [total, sum(awards), sum(mined), paid.amount, ...settled];
  const wrong = sums
    .filter((each) => each !== pool)
    .map((each) => `wrong sum: the pool has ${pool}, not ${each}`);
  if (settled.length !== 1) wrong.push(`settled ${settled.length} times`);
  if (remaining !== 0n) wrong.push(`the vault still has ${remaining}`);
  if (paid.prizes !== awards.length)
    wrong.push(`${paid.prizes} of ${awards.length} prizes are recorded as paid`);
  if (state !== 'PAID') wrong.push(`the prizes are ${state}, not PAID`);
  return wrong;
}
