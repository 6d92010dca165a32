/** Gateway environment that lifts the rate limits, so that requests reach the handlers. */
export const UNLIMITED = Object.fromEntries(
  [
    'ADDRESS_PER_MINUTE',
    'LEADERBOARD_ADDRESS_PER_MINUTE',
    'LOGIN_ADDRESS_PER_MINUTE',
    'LOGIN_WALLET_PER_MINUTE',
    'LOGIN_FAILURES',
    'REFRESH_SESSION_PER_MINUTE',
    'JOIN_WALLET_PER_MINUTE',
    'STAKE_WALLET_PER_MINUTE',
    'LINEUP_WALLET_PER_MINUTE',
    'LEAGUE_WALLET_PER_MINUTE',
    'LEAGUE_CODE_ADDRESS_PER_MINUTE',
    'ADMIN_LIST_WALLET_PER_MINUTE',
  ].map((name) => [`RATE_LIMIT_${name}`, '1000000']),
);
