/**
 * Rate limits of individual endpoints, on top of the gateway's limit for all requests of an address. Endpoints with the same
 * limit share its counter. These are defaults; the gateway reads the values of a deployment from its environment.
 */
export const LIMITS = {
  leaderboard: { by: 'address', perMinute: 60 },
  // The browser repeats both requests every two seconds while a transfer is being confirmed.
  join: { by: 'wallet', perMinute: 60 },
  stake: { by: 'wallet', perMinute: 60 },
  tournament: { by: 'wallet', perMinute: 60 },
  lineup: { by: 'wallet', perMinute: 20 },
  league: { by: 'wallet', perMinute: 30 },
  // Counts wrong codes only. They have 40 bits, so few tries a minute keep them from being guessed.
  leagueCode: { by: 'address', perMinute: 10 },
  // A page reports each remote once, and its failures.
  report: { by: 'address', perMinute: 60 },
  // A search scans up to a million rows in the process that also serves players. The dashboard debounces typing.
  adminList: { by: 'wallet', perMinute: 60 },
} as const;

export type LimitName = keyof typeof LIMITS;
