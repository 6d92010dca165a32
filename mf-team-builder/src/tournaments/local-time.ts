import { toInstant } from '@touchline/api/values';

/** Converts an instant to the value of a `datetime-local` input: the user's time zone, to the second. */
export function toLocalInput(instant: string): string {
  const date = new Date(instant);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** Converts a `datetime-local` value to a UTC instant; null if it is blank or invalid. */
export function fromLocalInput(text: string): string | null {
  if (text.trim() === '') return null;
  const time = new Date(text).getTime();
  return Number.isNaN(time) ? null : toInstant(time);
}
