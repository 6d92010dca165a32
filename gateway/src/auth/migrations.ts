import type { Knex } from 'knex';

/** Users, sign-in challenges, sessions with their refresh tokens, and the keys that sign access tokens. */
export const authMigration = {
  name: '001-identity',
  async up(db: Knex): Promise<void> {
    await db.schema.createTable('users', (table) => {
      table.text('wallet_address').primary();
      table.timestamp('created_at').notNullable();
    });
    await db.schema.createTable('challenges', (table) => {
      table.uuid('id').primary();
      table.text('wallet_address').notNullable();
      table.text('message').notNullable();
      table.timestamp('expires_at').notNullable().index();
      table.timestamp('used_at');
    });
    await db.schema.createTable('sessions', (table) => {
      table.uuid('id').primary();
      table.text('wallet_address').notNullable().references('users.wallet_address');
      table.timestamp('signed_in_at').notNullable();
      table.timestamp('expires_at').notNullable().index();
      table.timestamp('ended_at');
      table.text('end_reason');
      table.binary('admin_cookie_hash').unique();
    });
    await db.schema.createTable('refresh_tokens', (table) => {
      table.binary('hash').primary();
      table.uuid('session_id').notNullable().references('sessions.id').onDelete('CASCADE').index();
      table.timestamp('expires_at').notNullable();
      table.timestamp('used_at');
    });
    await db.schema.createTable('signing_keys', (table) => {
      table.text('kid').primary();
      table.jsonb('private_jwk').notNullable();
      table.binary('refresh_secret').notNullable();
      table.timestamp('created_at').notNullable();
    });
  },
};

/** The audit log. Rows can be added and read; a trigger rejects every other statement, also by the owner of the table. */
export const auditMigration = {
  name: '003-audit',
  async up(db: Knex): Promise<void> {
    await db.schema.createTable('audit_events', (table) => {
      table.bigIncrements('id');
      table.timestamp('at').notNullable().index();
      table.text('what').notNullable();
      table.text('wallet').notNullable().index();
      table.uuid('session');
      table.text('address').notNullable();
      table.uuid('request_id').notNullable();
    });
    await db.raw(`
      create function refuse_audit_change() returns trigger language plpgsql as $$
      begin
        raise exception 'audit_events is append-only';
      end $$;
      create trigger audit_append_only before update or delete or truncate on audit_events
        for each statement execute function refuse_audit_change()`);
  },
};

/** Rejected admin requests are audited too, also without a signed-in user. */
export const rejectedAdminRequestsMigration = {
  name: '009-refused-admin-calls',
  async up(db: Knex): Promise<void> {
    await db.schema.alterTable('audit_events', (table) => {
      table.text('wallet').nullable().alter();
      table.text('call');
    });
  },
};

/** Nicknames of users. Nicknames that look alike have the same key. */
export const nicknamesMigration = {
  name: '011-nicknames',
  async up(db: Knex): Promise<void> {
    await db.schema.alterTable('users', (table) => {
      table.text('nickname');
      table.text('nickname_key').unique();
    });
  },
};
