// Formats of numbers, token amounts, wallet addresses and dates. Dates are in the visitor's time zone unless the name contains UTC.
import { formatCount, formatTokens, type PrizeTokenUnits } from '@touchline/api/format';

export {
  formatCount,
  formatPrize,
  formatPrizeAmount,
  formatTokens,
  ordinal,
  type PrizeTokenUnits,
  plural,
} from '@touchline/api/format';

/** Shortens an address or a transaction hash: "0x7099...79c8". Texts of up to 13 characters are not shortened. */
export const shortHex = (hex: string) => (hex.length <= 13 ? hex : `${hex.slice(0, 6)}...${hex.slice(-4)}`);

/** Points with one decimal, for columns: 12 -> "12.0". Negative zero reads "0.0". */
export const formatPoints = (points: number) => (Math.round(points * 10) / 10 + 0).toFixed(1);

/** Points in a sentence: 12 -> "12", 12.34 -> "12.3". */
export const formatPointsShort = (points: number) => formatPoints(points).replace(/\.0$/, '');

/** Tokens rounded to whole ones: "999.6" -> "1,000". */
export function formatTokensRounded(amount: string): string {
  const [whole = '0', fraction = '0'] = amount.split('.');
  const up = fraction >= '5';
  return formatTokens(`${BigInt(whole) + (up ? 1n : 0n)}`);
}

const UNITS = [
  { from: 1_000_000, suffix: 'M' },
  { from: 1_000, suffix: 'K' },
];

/** Tokens with K or M and up to two decimals, never rounded up (STAKE-17): 2500 -> "2.5K", 999999 -> "999.99K". */
export function formatTokensCompact(amount: string | number): string {
  // Cuts decimals from the text, because 8.2 * 100 is 819.99... in floating point.
  const hundredths = Math.round(Number(String(amount).replace(/(\.\d\d)\d+/, '$1')) * 100);
  const unit = UNITS.find(({ from }) => hundredths >= from * 100);
  return `${Math.floor(hundredths / (unit?.from ?? 1)) / 100}${unit?.suffix ?? ''}`;
}

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

// Dates are formatted by hand, as `Intl.DateTimeFormat` does in en-GB: its first use takes a phone an eighth of a second.
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const weekdayOf = (date: Date) => WEEKDAYS[date.getDay()] ?? '';
const monthOf = (date: Date) => MONTHS[date.getMonth()] ?? '';
/** British English shortens September to four letters. */
const shortMonth = (month: string) => month.slice(0, month === 'September' ? 4 : 3);
const twoDigits = (value: number) => value.toString().padStart(2, '0');

/** "20:00" */
export const formatTime = (instant: Instant) => {
  const date = new Date(instant);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
};

/** "20:00:05" */
export const formatTimeWithSeconds = (instant: Instant) =>
  `${formatTime(instant)}:${twoDigits(new Date(instant).getSeconds())}`;

/** "Fri 20:00" */
export const formatWeekdayTime = (instant: Instant) =>
  `${weekdayOf(new Date(instant)).slice(0, 3)} ${formatTime(instant)}`;

/** "Fri 21 Aug, 20:00" */
export const formatDayTime = (instant: Instant) => {
  const date = new Date(instant);
  return `${weekdayOf(date).slice(0, 3)} ${date.getDate()} ${shortMonth(monthOf(date))}, ${formatTime(instant)}`;
};

const SIX_DAYS_MS = 6 * 24 * 3_600_000;

/** A coming time: "Fri 20:00", or "Fri 21 Aug, 20:00" if it is more than six days after `now`, where the weekday could mean two days. */
export const formatUpcoming = (instant: Instant, now: number): string =>
  new Date(instant).getTime() - now > SIX_DAYS_MS ? formatDayTime(instant) : formatWeekdayTime(instant);

/** "23 May 2027" */
export const formatDate = (instant: Instant) => {
  const date = new Date(instant);
  return `${date.getDate()} ${monthOf(date)} ${date.getFullYear()}`;
};

/** "Friday 21 August" */
export const formatMatchday = (instant: Instant) => {
  const date = new Date(instant);
  return `${weekdayOf(date)} ${date.getDate()} ${monthOf(date)}`;
};

/** "15 Aug 2026, 14:00 UTC" */
export const formatUtc = (instant: Instant) => {
  const date = new Date(instant);
  const month = shortMonth(MONTHS[date.getUTCMonth()] ?? '');
  const time = `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`;
  return `${date.getUTCDate()} ${month} ${date.getUTCFullYear()}, ${time} UTC`;
};
