import { randomUUID } from 'node:crypto';

/** A random id that begins with the time (UUID 7): the index of ids stays dense when they come in order. */
export function createEntryId(ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
