import { expect, it } from 'vitest';
import type { PrizesSnapshot } from './prizes-snapshot.ts';
import { validatePrizes } from './validate-prizes.ts';

const payment = (index: number, amount: bigint) => ({
  index,
  account: `0x${index}`,
  amount,
  hash: `0xa${index}`,
});

/** A game with two prizes that are paid. */
const paid = (changes: Partial<PrizesSnapshot> = {}): PrizesSnapshot => ({
  state: 'PAID',
  pool: 5n,
  total: 5n,
  awards: [payment(0, 3n), payment(1, 2n)],
  recorded: [payment(0, 3n), payment(1, 2n)],
  paid: { prizes: 2, amount: 5n },
  mined: [payment(0, 3n), payment(1, 2n)],
  settled: [5n],
  remaining: 0n,
  balances: new Map([
    ['0x0', 3n],
    ['0x1', 2n],
  ]),
  ...changes,
});

it.each<[string, Partial<PrizesSnapshot>, RegExp[]]>([
  ['prizes that are paid once pass', {}, []],
  ['an unpaid prize is reported', { mined: [payment(0, 3n)] }, [/^lost/, /^not on the chain/, /^wrong sum/]],
  [
    'a prize that is paid twice is reported',
    { mined: [payment(0, 3n), payment(1, 2n), payment(1, 2n)] },
    [/^duplicate/, /^wrong sum/],
  ],
  ['a wrong balance is reported', { balances: new Map([['0x0', 3n]]) }, [/^wrong balance/]],
  ['a payment that the ledger lacks is reported', { recorded: [payment(0, 3n)] }, [/^not in the ledger/]],
  ['a stuck game is reported', { state: 'FUNDED' }, [/not PAID$/]],
  ['tokens that remain in the vault are reported', { remaining: 1n }, [/^the vault still has/]],
])('%s', (_, changes, expected) => {
  const failures = validatePrizes(paid(changes)).flatMap((each) => each.failures);
  expect(failures).toEqual(expected.map((each) => expect.stringMatching(each)));
});
