/** A moment as an input of type `datetime-local` holds it, in the visitor's own time zone, to the second. */
export function toLocalInput(instant: string): string {
  const date = new Date(instant);
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** What such an input holds as an instant in UTC; null when it holds no moment. */
export function fromLocalInput(text: string): string | null {
  if (text.trim() === '') return null;
  const time = new Date(text).getTime();
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** "15 Aug 2026, 14:00 UTC" */
export function inUtc(instant: string): string {
  const text = new Date(instant).toLocaleString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return `${text} UTC`;
}
