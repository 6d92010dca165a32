/** Table of the keys that sign access tokens. */
export const keysTable = `
  -- wrapped: the private key and the secret of refresh tokens, encrypted with the deployment's secret (JWE). signs_from: a key is
  -- published before it signs, so that every service knows it in time.
  create table signing_keys (
    kid text primary key,
    wrapped text not null,
    signs_from timestamptz not null
  );
`;
