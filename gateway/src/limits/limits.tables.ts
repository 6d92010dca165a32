/** Counts of the limits shared by all replicas, in the schema of rate-limiter-flexible. */
export const limitsTable = `
  -- Unlogged: after a crash of Postgres counts restart at zero; no window exceeds 15 minutes. expire: epoch ms.
  create unlogged table rate_limits (
    key text primary key,
    points integer not null default 0,
    expire bigint
  );
  create index rate_limits_expire_index on rate_limits (expire);
`;
