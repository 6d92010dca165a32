/**
 * Limits of single calls, on top of the gateway's limit for all calls of an address. Calls that name the same limit share
 * its counter. These are the defaults; the gateway reads the numbers of a deployment from its environment.
 */
export const LIMITS = {
  leaderboard: { by: 'address', perMinute: 60 },
  // The browser repeats both calls every two seconds while a transfer is being confirmed.
  join: { by: 'wallet', perMinute: 60 },
  stake: { by: 'wallet', perMinute: 60 },
  tournament: { by: 'wallet', perMinute: 60 },
  lineup: { by: 'wallet', perMinute: 20 },
  // One page reports each remote once, and its failures.
  report: { by: 'address', perMinute: 60 },
  // A search looks at a million rows in the process that also serves the players. The dashboard waits while somebody types.
  adminList: { by: 'wallet', perMinute: 60 },
} as const;

export type LimitName = keyof typeof LIMITS;
