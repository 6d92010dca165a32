import type { PublishedEntry, PublishedResult, PublishedRow } from './result-document.ts';
import type { Report } from './result-report.ts';
import { isTokenAmount } from './tokens.ts';

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const NO_ADDRESS = `0x${'0'.repeat(40)}`;
const WEI = /^\d{1,78}$/;

/** Reports amounts, the vault and the chain of a result if they have another format, because nothing can be computed from them. */
export function checkFormats(
  { game, plan, paid_fees, table, chain_id, vault }: PublishedResult,
  report: Report,
): void {
  if (!isTokenAmount(game.entry_fee)) report(null, 'game.entry_fee', game.entry_fee, 'an amount of tokens');
  const amounts = [
    ['plan.guarantee', plan.guarantee],
    ['paid_fees', paid_fees],
    ...listAmounts('plan.rows', plan.rows),
    ...listAmounts('table', table),
  ] as const;
  for (const [field, amount] of amounts)
    if (!WEI.test(amount)) report(null, field, amount, 'an amount of wei');
  if (!Number.isSafeInteger(chain_id) || chain_id < 0)
    report(null, 'chain_id', chain_id, 'the number of a chain');
  // A result without prizes has no vault.
  if (vault !== null && !ADDRESS.test(vault)) report(null, 'vault', vault, 'an address');
}

const listAmounts = (field: string, rows: readonly PublishedRow[]) =>
  rows.map(({ amount }, row) => [`${field}.${row}.amount`, amount] as const);

/** Returns the wallet of an entry. Another text is reported, and becomes the address 0, which can be hashed. */
export function readWallet({ ordinal, wallet_address }: PublishedEntry, report: Report): string {
  if (ADDRESS.test(wallet_address)) return wallet_address;
  report(ordinal, 'wallet_address', wallet_address, 'an address');
  return NO_ADDRESS;
}
