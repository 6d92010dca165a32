/** One FOOTBALL in wei. */
export const TOKEN_WEI = 10n ** 18n;

const AMOUNT = /^(\d{1,60})(?:\.(\d{1,18}))?$/;

/** Reports whether a text is a decimal amount of whole tokens, which `tokensToWei` converts. */
export const isTokenAmount = (text: string): boolean => AMOUNT.test(text);

/**
 * Converts a decimal text of whole tokens, with at most 18 decimals, to wei.
 * @throws RangeError for any other text; it never rounds
 */
export function tokensToWei(amount: string): bigint {
  const match = AMOUNT.exec(amount);
  if (!match) throw new RangeError('not an amount of tokens');
  return BigInt(match[1]!) * TOKEN_WEI + BigInt((match[2] ?? '').padEnd(18, '0'));
}

/** Converts wei to an exact decimal text of whole tokens, without trailing zeros: 1500000000000000000n -> "1.5". */
export function weiToTokens(wei: bigint): string {
  const whole = wei / TOKEN_WEI;
  const fraction = (wei % TOKEN_WEI).toString().padStart(18, '0').replace(/0+$/, '');
  return fraction === '' ? whole.toString() : `${whole}.${fraction}`;
}
