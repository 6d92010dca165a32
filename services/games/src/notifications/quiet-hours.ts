import { HOUR_MS, MINUTE_MS } from '@touchline/rules/calendar';
import type { Subscription } from './subscriptions.store.ts';

/** Quiet hours of a device, in minutes of the day; null without any. The interval may contain midnight. */
export type QuietHours = Pick<Subscription, 'quiet_from' | 'quiet_to' | 'time_zone'>;

const DAY_MINUTES = 24 * 60;

/** Returns the time (epoch ms) at which a message may be sent: `now`, or the end of the quiet hours that `now` is in. */
export function findSendTime(
  { quiet_from: from, quiet_to: to, time_zone: timeZone }: QuietHours,
  now: number,
): number {
  if (from === null || to === null || timeZone === null) return now;
  const minute = readMinute(now, timeZone);
  const length = (to - from + DAY_MINUTES) % DAY_MINUTES;
  const since = (minute - from + DAY_MINUTES) % DAY_MINUTES;
  if (since >= length) return now;
  return Math.floor(now / MINUTE_MS) * MINUTE_MS + (length - since) * MINUTE_MS;
}

/** Reads the minute of the day in a time zone. */
function readMinute(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(at);
  const read = (type: string) => Number(parts.find((part) => part.type === type)!.value);
  return (read('hour') * HOUR_MS) / MINUTE_MS + read('minute');
}

/** Converts "22:30" to the minute of the day. */
export function parseTime(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return hours! * 60 + minutes!;
}

/** Converts the minute of the day to "22:30". */
export const formatTime = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Returns true for a name of a time zone that this runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
