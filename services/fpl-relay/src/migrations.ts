import type { Migration } from '@touchline/service-kit/migrations';
import { outboxMigration, outboxTraceMigration } from '@touchline/service-kit/outbox';
import { replicasMigration } from '@touchline/service-kit/service-health';
import { createFeedFaults } from './feed/feed-faults.store.ts';

/** Creates the tables of seasons in their order, and of the last valid snapshot of each resource per season. */
const snapshotsMigration: Migration = {
  name: '001-snapshots',
  async up(trx) {
    await trx.schema.createTable('seasons', (table) => {
      table.text('season').primary();
      table.specificType('place', 'int generated always as identity').notNullable().unique();
      table.timestamp('begun_at').notNullable().defaultTo(trx.fn.now());
    });
    await trx.schema.createTable('snapshots', (table) => {
      table.text('season').notNullable().references('seasons.season');
      table.text('resource').notNullable();
      table.integer('gameweek').notNullable(); // 0 for resources of the whole season
      table.bigInteger('version').notNullable();
      table.text('content').notNullable(); // JSON, compared by hash
      table.text('hash').notNullable();
      table.timestamp('changed_at').notNullable();
      table.timestamp('fetched_at').notNullable();
      table.primary(['season', 'resource', 'gameweek']);
    });
  },
};

export const migrations: readonly Migration[] = [
  outboxMigration,
  snapshotsMigration,
  replicasMigration('002-replicas'),
  { name: '003-feed-faults', up: createFeedFaults },
  outboxTraceMigration('004-outbox-trace'),
];
