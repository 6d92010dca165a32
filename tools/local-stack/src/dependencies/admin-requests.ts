import type { RequestType } from '@touchline/api/event';
import * as changes from '@touchline/api/events/admin-changes';
import * as entries from '@touchline/api/events/admin-entries';
import * as games from '@touchline/api/events/admin-games';
import * as payouts from '@touchline/api/events/admin-payouts';
import * as parts from '@touchline/api/events/admin-services';
import * as stakes from '@touchline/api/events/admin-stakes';
import type { Schema } from '@touchline/api/schema';

type AnyRequestType = RequestType<Schema, Schema>;

/** Every request that the admin service sends on behalf of an administrator. */
export const ADMIN_REQUESTS: readonly AnyRequestType[] = [changes, entries, games, stakes, payouts, parts]
  .flatMap((module): unknown[] => Object.values(module))
  .filter(isRequestType);

function isRequestType(value: unknown): value is AnyRequestType {
  return typeof value === 'object' && value !== null && 'request' in value && 'reply' in value;
}
