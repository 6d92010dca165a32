import { randomUUID } from 'node:crypto';

/** Creates a random id that starts with the time (UUID 7), which keeps the index of ids dense. */
export function createEntryId(ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
