/** Table of the keys that sign access tokens. */
export const keysTable = `
  -- wrapped: private key and refresh secret, encrypted with the deployment's secret. signs_from: a key is published before it
  -- signs, so that every service knows it in time.
  create table signing_keys (
    kid text primary key,
    wrapped bytea not null,
    created_at timestamptz not null,
    signs_from timestamptz not null
  );
`;
