import type { Knex } from 'knex';

/** Counts of the limits shared by all replicas, in the schema of rate-limiter-flexible. */
export const limitsMigration = {
  name: '003-rate-limits',
  async up(db: Knex): Promise<void> {
    await db.schema.createTable('rate_limits', (table) => {
      table.text('key').primary();
      table.integer('points').notNullable().defaultTo(0);
      /** Epoch ms. */
      table.bigInteger('expire').index();
    });
  },
};

/** Makes counts independent of the disk. After a crash of Postgres they restart at zero; no window exceeds 15 minutes. */
export const unloggedLimitsMigration = {
  name: '016-unlogged-rate-limits',
  async up(db: Knex): Promise<void> {
    await db.raw('alter table rate_limits set unlogged');
  },
};
