// Formats of counts, token amounts and prizes that pages share with notifications and link previews.

/** 12345 -> "12,345". The first use of `Intl.NumberFormat` takes a phone a tenth of a second. */
const groupDigits = (integer: number | bigint) => integer.toString().replace(/\B(?=(\d{3})+$)/g, ',');

/** 12345 -> "12,345". */
export const formatCount = (count: number) => groupDigits(Math.round(count));

/** (1, "team") -> "1 team", (1200, "team") -> "1,200 teams". */
export const plural = (count: number, word: string) =>
  `${formatCount(count)} ${word}${Math.abs(count) === 1 ? '' : 's'}`;

/** 1 -> "1st", 12 -> "12th". */
export function ordinal(count: number): string {
  const teen = Math.floor((count % 100) / 10) === 1;
  const ending = teen ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[count % 10] ?? 'th');
  return `${formatCount(count)}${ending}`;
}

/** Exact tokens: "12345.670" -> "12,345.67". Takes decimal strings, which may exceed the precision of a number. */
export function formatTokens(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const decimals = fraction.replace(/0+$/, '');
  const grouped = groupDigits(BigInt(whole));
  return decimals === '' ? grouped : `${grouped}.${decimals}`;
}

/** The token of a prize; `decimals` is the number of decimal places of its wei. */
export interface PrizeTokenUnits {
  symbol: string;
  decimals: number;
}

/** Prize in tokens without the symbol, for columns, rounded down to two decimals: ("1900500000000000000000", 18) -> "1,900.5". */
export function formatPrizeAmount(wei: string, { decimals }: Pick<PrizeTokenUnits, 'decimals'>): string {
  const unit = 10n ** BigInt(decimals);
  const amount = BigInt(wei);
  const hundredths = (amount * 100n) / unit;
  if (hundredths === 0n && amount > 0n) return 'under 0.01';
  const fraction = (hundredths % 100n).toString().padStart(2, '0');
  return formatTokens(`${hundredths / 100n}.${fraction}`);
}

/** Prize in tokens with the symbol, rounded down to two decimals: "1,900.5 FOOTBALL". */
export const formatPrize = (wei: string, token: PrizeTokenUnits) =>
  `${formatPrizeAmount(wei, token)} ${token.symbol}`;
