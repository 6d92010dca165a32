import { replicasTable } from '@touchline/service-kit/administration/service-health';
import { initialSchema, type Migration } from '@touchline/service-kit/data/migrations';
import { outboxTable } from '@touchline/service-kit/messaging/outbox';

const feedTables = `
  -- place: order of the seasons.
  create table seasons (
    season text primary key,
    place integer not null unique generated always as identity
  );

  -- Last valid snapshot of each resource. gameweek: 0 for resources of the whole season; content: JSON, compared by hash.
  create table snapshots (
    season text not null references seasons,
    resource text not null,
    gameweek integer not null,
    version bigint not null,
    content text not null,
    hash text not null,
    changed_at timestamptz not null,
    fetched_at timestamptz not null,
    primary key (season, resource, gameweek)
  );

  -- Rejected feed responses per hour.
  create table feed_faults (
    hour timestamptz primary key,
    faults integer not null
  );
`;

/** Migrations of the schema `fpl_relay`, in order. A released step must never change. */
export const migrations: readonly Migration[] = [initialSchema([outboxTable, replicasTable, feedTables])];
