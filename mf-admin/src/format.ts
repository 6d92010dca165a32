import { formatTokens } from '@touchline/ui/format';

/** Numbers and dates of the dashboard use the en-US format (ADMIN-20); the rest of the product does not. */
const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** 1234.567 -> "1,234.57". */
export const formatNumber = (value: number) => numberFormat.format(value);

/** A decimal string of tokens: "1234.567" -> "1,234.57 FT". */
export const formatAmount = (amount: string) => `${formatNumber(Number(amount))} FT`;

/** A decimal string of tokens with all its decimals: "1234.567" -> "1,234.567 FT". */
export const formatExactAmount = (amount: string) => `${formatTokens(amount)} FT`;

/** 1 -> "1 point", -3 -> "-3 points", 43.1 -> "43.1 points". */
export const formatPointCount = (points: number) =>
  `${formatNumber(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`;

const dateFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** "Nov 22, 2026, 08:00 PM", in the user's time zone. */
export const formatInstant = (instant: string) => dateFormat.format(new Date(instant));

/** ADMIN-08 */
export const shortenId = (id: string) => id.slice(0, 8);

/** ADMIN-09: "+0", "-3". */
export const formatSigned = (points: number) => `${points >= 0 ? '+' : ''}${formatNumber(points)}`;

const pad = (value: number) => String(value).padStart(2, '0');

/** Converts an instant to the value of a `datetime-local` field: minute precision, the user's time zone. */
export function toLocalMinute(instant: string): string {
  const at = new Date(instant);
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

/** Converts the value of a `datetime-local` field to an ISO instant; null if the value is incomplete. */
export function fromLocalMinute(value: string): string | null {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
