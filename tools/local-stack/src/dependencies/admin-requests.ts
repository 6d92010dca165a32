import type { RequestType } from '@touchline/api/event';
import * as changes from '@touchline/api/events/admin-changes';
import * as entries from '@touchline/api/events/admin-entries';
import * as games from '@touchline/api/events/admin-games';
import * as payouts from '@touchline/api/events/admin-payouts';
import * as parts from '@touchline/api/events/admin-services';
import * as stakes from '@touchline/api/events/admin-stakes';
import type { Schema } from '@touchline/api/schema';

type AnyQuestion = RequestType<Schema, Schema>;

/** Every question that is asked on behalf of an administrator: all of these files are for the admin service. */
export const ADMIN_QUESTIONS: readonly AnyQuestion[] = [changes, entries, games, stakes, payouts, parts]
  .flatMap((module): unknown[] => Object.values(module))
  .filter(isQuestion);

function isQuestion(value: unknown): value is AnyQuestion {
  return typeof value === 'object' && value !== null && 'request' in value && 'reply' in value;
}
