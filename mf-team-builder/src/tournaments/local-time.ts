/** An instant as the value of a `datetime-local` input: the visitor's time zone, to the second. */
export function toLocalInput(instant: string): string {
  const date = new Date(instant);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** The UTC instant of a `datetime-local` value; null if it is blank or invalid. */
export function fromLocalInput(text: string): string | null {
  if (text.trim() === '') return null;
  const time = new Date(text).getTime();
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
