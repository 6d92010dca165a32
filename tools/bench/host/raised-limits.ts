/** Gateway environment that raises the limits per address: all load of a benchmark comes from one address. */
export const RAISED_LIMITS = Object.fromEntries(
  [
    'RATE_LIMIT_ADDRESS_PER_MINUTE',
    'RATE_LIMIT_LEADERBOARD_ADDRESS_PER_MINUTE',
    'RATE_LIMIT_LOGIN_ADDRESS_PER_MINUTE',
    'MAX_LIVE_STREAMS_PER_ADDRESS',
    'MAX_CONNECTIONS_PER_ADDRESS',
  ].map((name) => [name, '100000000']),
);
