/** Counts of the limits shared by all replicas. */
export const limitsTable = `
  -- Unlogged: after a crash of Postgres counts restart at zero; no window exceeds 15 minutes.
  create unlogged table rate_limits (
    key text primary key,
    points integer not null,
    expires_at timestamptz not null
  );
  create index rate_limits_expires_at_index on rate_limits (expires_at);
`;
