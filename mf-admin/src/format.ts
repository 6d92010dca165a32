/** How the dashboard writes numbers and dates (ADMIN-20): American, whatever the rest of the product does. */
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** 1234.567 -> "1,234.57". */
export const formatNumber = (value: number) => numbers.format(value);

/** A decimal string of tokens: "1234.567" -> "1,234.57 FT". */
export const formatAmount = (amount: string) => `${formatNumber(Number(amount))} FT`;

const dates = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** "Nov 22, 2026, 08:00 PM", in the visitor's time zone. */
export const formatInstant = (instant: string) => dates.format(new Date(instant));

/** ADMIN-08 */
export const shortId = (id: string) => id.slice(0, 8);

/** ADMIN-09: "+0", "-3". */
export const formatSigned = (points: number) => `${points >= 0 ? '+' : ''}${formatNumber(points)}`;

const pad = (part: number) => String(part).padStart(2, '0');

/** An instant as the value of a `datetime-local` field, to the minute, in the visitor's time zone. */
export function toLocalMinute(instant: string): string {
  const at = new Date(instant);
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

/** The instant of a `datetime-local` field; null if it is not complete. */
export function fromLocalMinute(value: string): string | null {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
