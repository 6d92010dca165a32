/** "Fri 20:00" in the visitor's own time zone. */
export function weekdayAndTime(instant: string): string {
  return new Date(instant).toLocaleString('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' });
}

/** "Fri 21 Aug, 20:00" in the visitor's own time zone. */
export function dayAndTime(instant: string): string {
  return new Date(instant).toLocaleString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
}
