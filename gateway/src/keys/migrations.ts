import type { Knex } from 'knex';

/**
 * Adds wrapped keys. The first start wraps the existing ones, because a migration does not know the secret.
 * signs_from: a key is published before it signs, so that every service knows it in time.
 */
export const wrappedKeysMigration = {
  name: '005-wrapped-keys',
  async up(db: Knex): Promise<void> {
    await db.raw(`
      alter table signing_keys
        alter column private_jwk drop not null,
        alter column refresh_secret drop not null,
        add column wrapped bytea,
        add column signs_from timestamptz,
        add constraint wrapped_or_clear check ((wrapped is null) = (private_jwk is not null and refresh_secret is not null));
      update signing_keys set signs_from = created_at;
      alter table signing_keys alter column signs_from set not null`);
  },
};
