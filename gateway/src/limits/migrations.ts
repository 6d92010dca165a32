import type { Knex } from 'knex';

/** The counts of the limits that all replicas share, as rate-limiter-flexible stores them. */
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

/** No count waits for the disk: those of a Postgres that crashed begin again, and no window is longer than 15 minutes. */
export const unloggedLimitsMigration = {
  name: '016-unlogged-rate-limits',
  async up(db: Knex): Promise<void> {
    await db.raw('alter table rate_limits set unlogged');
  },
};
