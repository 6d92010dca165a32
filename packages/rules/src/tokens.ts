/** One FOOTBALL in wei. */
export const TOKEN_WEI = 10n ** 18n;

const AMOUNT = /^(\d{1,60})(?:\.(\d{1,18}))?$/;

/**
 * Wei of an amount of whole tokens, a decimal text with at most 18 decimals.
 * @throws RangeError when the text is not such an amount; nothing is ever rounded
 */
export function weiOf(amount: string): bigint {
  const parts = AMOUNT.exec(amount);
  if (!parts) throw new RangeError('not an amount of tokens');
  return BigInt(parts[1]!) * TOKEN_WEI + BigInt((parts[2] ?? '').padEnd(18, '0'));
}

/** Whole tokens as the wire writes them: exact, without zeros at the end. 1500000000000000000n -> "1.5". */
export function tokensOf(wei: bigint): string {
  const whole = wei / TOKEN_WEI;
  const fraction = (wei % TOKEN_WEI).toString().padStart(18, '0').replace(/0+$/, '');
  return fraction === '' ? whole.toString() : `${whole}.${fraction}`;
}
