import type { DeviceSettings } from '@touchline/api/http/notifications';
import { HOUR_MS, MINUTE_MS } from '@touchline/rules/calendar';

const DAY_MINUTES = 24 * 60;

/** Returns the time (epoch ms) at which a message may be sent: `now`, or the end of the quiet hours that `now` is in. */
export function findSendTime({ quiet_hours }: Pick<DeviceSettings, 'quiet_hours'>, now: number): number {
  if (!quiet_hours) return now;
  const [from, to] = [parseTime(quiet_hours.from), parseTime(quiet_hours.to)];
  const minute = readMinute(now, quiet_hours.time_zone);
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
function parseTime(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return hours! * 60 + minutes!;
}

/** Returns true for a name of a time zone that this runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
