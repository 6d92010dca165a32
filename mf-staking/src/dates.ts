/** "23 May 2027" in the visitor's own time zone. */
export function dayText(instant: string): string {
  return new Date(instant).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}
