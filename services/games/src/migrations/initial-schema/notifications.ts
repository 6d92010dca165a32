/** Tables of notifications by web push. */
export const notificationsTables = `
  -- A device of a wallet. id: SHA-256 of the endpoint. service: the allowed push service of the endpoint. quiet_hours: as in
  -- requests; null without any. subscribed_at: since then the device belongs to this wallet and wants PAYMENT, if it does; earlier
  -- payments are not sent to it.
  create table push_subscriptions (
    id text primary key check (id ~ '^[0-9a-f]{64}$'),
    wallet text not null check (wallet = lower(wallet)),
    endpoint text not null,
    service text not null,
    p256dh text not null,
    auth text not null,
    kinds text[] not null,
    muted_games uuid[] not null,
    quiet_hours jsonb,
    subscribed_at timestamptz not null
  );
  create index push_subscriptions_by_wallet on push_subscriptions (wallet);

  -- Facts whose messages were written, in the transaction that wrote them: each fact is notified once.
  create table push_facts (
    key text primary key
  );

  -- Messages to send; deleted once the push service has accepted them. At most one per fact and device.
  create table push_messages (
    subscription_id text not null references push_subscriptions on delete cascade,
    key text not null,
    payload jsonb not null,
    attempts smallint not null default 0,
    next_attempt_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (subscription_id, key)
  );
  create index push_messages_due on push_messages (next_attempt_at);
  create index push_messages_by_expiry on push_messages (expires_at);
`;
