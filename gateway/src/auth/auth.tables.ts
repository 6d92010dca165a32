/** Tables of users, sign-in challenges and sessions with their refresh tokens. */
export const authTables = `
  -- nickname_key: the same for nicknames that look alike.
  create table users (
    wallet_address text primary key,
    created_at timestamptz not null,
    nickname text,
    nickname_key text unique
  );

  create table challenges (
    id uuid primary key,
    wallet_address text not null,
    message text not null,
    expires_at timestamptz not null
  );
  create index challenges_expires_at_index on challenges (expires_at);

  create table sessions (
    id uuid primary key,
    wallet_address text not null references users,
    signed_in_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz
  );
  create index sessions_expires_at_index on sessions (expires_at);
  create index sessions_wallet_address_index on sessions (wallet_address) where ended_at is null;

  create table refresh_tokens (
    hash bytea primary key,
    session_id uuid not null references sessions on delete cascade,
    expires_at timestamptz not null,
    used_at timestamptz
  );
  create index refresh_tokens_session_id_index on refresh_tokens (session_id);
`;

/** The audit log. Rows can be added and read; a trigger rejects every other statement, also by the owner of the table. */
export const auditTable = `
  -- wallet: null for requests without a signed-in user; endpoint: the rejected admin request with its status.
  create table audit_events (
    id bigserial primary key,
    at timestamptz not null,
    event text not null,
    wallet text,
    session uuid,
    address text not null,
    request_id uuid not null,
    endpoint text
  );
  create index audit_events_at_index on audit_events (at);
  create index audit_events_wallet_index on audit_events (wallet);
  create function reject_audit_change() returns trigger language plpgsql as $$
  begin
    raise exception 'audit_events is append-only';
  end $$;
  create trigger audit_append_only before update or delete or truncate on audit_events
    for each statement execute function reject_audit_change();
`;
