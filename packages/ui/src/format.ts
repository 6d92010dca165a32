// Formats of numbers, token amounts, wallet addresses and dates. Dates are in the visitor's time zone unless the name contains UTC.
const LOCALE = 'en-GB';
const integers = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });

/** 12345 -> "12,345". */
export const formatCount = (count: number) => integers.format(Math.round(count));

/** (1, "team") -> "1 team", (1200, "team") -> "1,200 teams". */
export const plural = (count: number, word: string) =>
  `${formatCount(count)} ${word}${Math.abs(count) === 1 ? '' : 's'}`;

/** 1 -> "1st", 12 -> "12th". */
export function ordinal(count: number): string {
  const teen = Math.floor((count % 100) / 10) === 1;
  const ending = teen ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[count % 10] ?? 'th');
  return `${formatCount(count)}${ending}`;
}

/** Shortens an address or a transaction hash: "0x7099...79c8". Texts of up to 13 characters are not shortened. */
export const shortHex = (hex: string) => (hex.length <= 13 ? hex : `${hex.slice(0, 6)}...${hex.slice(-4)}`);

/** Points with one decimal, for columns: 12 -> "12.0". Negative zero reads "0.0". */
export const formatPoints = (points: number) => (Math.round(points * 10) / 10 + 0).toFixed(1);

/** Points in a sentence: 12 -> "12", 12.34 -> "12.3". */
export const formatPointsShort = (points: number) => formatPoints(points).replace(/\.0$/, '');

/** Exact tokens: "12345.670" -> "12,345.67". Takes decimal strings, which may exceed the precision of a number. */
export function formatTokens(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const decimals = fraction.replace(/0+$/, '');
  const grouped = integers.format(BigInt(whole));
  return decimals === '' ? grouped : `${grouped}.${decimals}`;
}

/** Tokens rounded to whole ones: "999.6" -> "1,000". */
export function formatTokensRounded(amount: string): string {
  const [whole = '0', fraction = '0'] = amount.split('.');
  const up = Number(`0.${fraction}`) >= 0.5;
  return integers.format(BigInt(whole) + (up ? 1n : 0n));
}

const UNITS = [
  { from: 1_000_000, suffix: 'M' },
  { from: 1_000, suffix: 'K' },
];

/** Tokens with K or M and up to two decimals, never rounded up (STAKE-17): 2500 -> "2.5K", 999999 -> "999.99K". */
export function formatTokensCompact(amount: string | number): string {
  const value = Number(amount);
  const unit = UNITS.find(({ from }) => value >= from);
  // Multiply first: 1150 / 1000 * 100 is 114.99... in floating point.
  const hundredths = Math.floor((value * 100) / (unit?.from ?? 1));
  return `${hundredths / 100}${unit?.suffix ?? ''}`;
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

/** Prize to the last wei with the symbol: "333.333333333333333334 FOOTBALL". */
export function formatPrizeExact(wei: string, { symbol, decimals }: PrizeTokenUnits): string {
  const digits = wei.padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  return `${formatTokens(`${digits.slice(0, at)}.${digits.slice(at)}`)} ${symbol}`;
}

/** Places of a prize level: (5, 6) -> "5-6", (4, 4) -> "4". */
export const formatPlaces = (from: number, to: number) =>
  from === to ? formatCount(from) : `${formatCount(from)}-${formatCount(to)}`;

type Instant = string | number;
const createDateFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(LOCALE, options);
  return (instant: Instant) => format.format(new Date(instant));
};

/** "20:00" */
export const formatTime = createDateFormat({ hour: '2-digit', minute: '2-digit' });

/** "20:00:05" */
export const formatTimeWithSeconds = createDateFormat({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** "Fri 20:00" */
export const formatWeekdayTime = createDateFormat({ weekday: 'short', hour: '2-digit', minute: '2-digit' });

/** "Fri 21 Aug, 20:00" */
export const formatDayTime = createDateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** "23 May 2027" */
export const formatDate = createDateFormat({ day: 'numeric', month: 'long', year: 'numeric' });

/** "Friday 21 August" */
export const formatMatchday = createDateFormat({ weekday: 'long', day: 'numeric', month: 'long' });

const formatInUtc = createDateFormat({
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** "15 Aug 2026, 14:00 UTC" */
export const formatUtc = (instant: Instant) => `${formatInUtc(instant)} UTC`;
