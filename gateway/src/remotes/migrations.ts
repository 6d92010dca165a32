import type { Knex } from 'knex';

/** The registry: published versions of each remote and its current version. */
export const remotesMigration = {
  name: '002-remotes',
  async up(db: Knex): Promise<void> {
    await db.schema.createTable('remotes', (table) => {
      table.text('name').primary();
      table.text('current_version').notNullable();
      /** The version of the last seed. A seed changes the current version only if it differs. */
      table.text('seeded_version').notNullable();
    });
    await db.schema.createTable('remote_versions', (table) => {
      table.text('name').notNullable();
      table.text('version').notNullable();
      table.jsonb('routes').notNullable();
      table.text('integrity').notNullable();
      table.timestamp('published_at').notNullable();
      table.primary(['name', 'version']);
    });
  },
};

/** Digests of the files of a version, by path in the folder; null for versions published earlier. */
export const remoteFilesMigration = {
  name: '004-remote-files',
  async up(db: Knex): Promise<void> {
    await db.schema.alterTable('remote_versions', (table) => {
      table.jsonb('files');
    });
  },
};

/** Errors of remotes: each error once, with its count and last time. */
export const remoteErrorsMigration = {
  name: '008-remote-errors',
  async up(db: Knex): Promise<void> {
    await db.schema.createTable('remote_errors', (table) => {
      table.text('name').notNullable();
      table.text('version').notNullable();
      table.text('message').notNullable();
      table.integer('count').notNullable();
      table.timestamp('at').notNullable();
      table.primary(['name', 'version', 'message']);
    });
  },
};

/** Paths of the files that the first page of a version needs. Browsers preload and verify them. */
export const remoteAssetsMigration = {
  name: '012-remote-assets',
  async up(db: Knex): Promise<void> {
    await db.schema.alterTable('remote_versions', (table) => {
      table.jsonb('assets').notNullable().defaultTo('[]');
    });
  },
};

/** History of each remote, and the number of its valid token if the token was ever replaced. */
export const remoteHistoryMigration = {
  name: '014-remote-history',
  async up(db: Knex): Promise<void> {
    await db.raw(`
      create table remote_history (
        position bigint generated always as identity primary key,
        name text not null,
        at timestamptz not null,
        action text not null,
        version text,
        detail text,
        by text not null
      );
      create index remote_history_by_name on remote_history (name, position desc);
      create table remote_tokens (name text primary key, number integer not null check (number > 1));
      insert into remote_history (name, at, action, version, by)
        select name, at, 'CURRENT', version, by from remote_currents order by position;
    `);
  },
};

/** Shares, rollbacks, the order of current versions, and browser reports. */
export const releasesMigration = {
  name: '013-releases',
  async up(db: Knex): Promise<void> {
    await db.raw(`
      alter table remotes
        drop column seeded_version,
        alter column current_version drop not null,
        add column share_version text,
        add column share_percent integer not null default 0 check (share_percent between 0 and 99);
      alter table remote_versions
        add column returned_at timestamptz,
        add column because text,
        add column offered_until timestamptz,
        add column deleted_at timestamptz;
      create table remote_currents (
        position bigint generated always as identity primary key,
        name text not null,
        version text not null,
        at timestamptz not null,
        by text not null
      );
      create index remote_currents_by_name on remote_currents (name, position);
      insert into remote_currents (name, version, at, by) select name, current_version, now(), 'deployment' from remotes;
      create table remote_reports (
        name text not null,
        version text not null,
        network text not null,
        seen_at timestamptz not null,
        failed_at timestamptz,
        primary key (name, version, network)
      );
    `);
  },
};
