/** Time in which administrators normally return stakes after the end of the lock (game rules 6.6). */
export const PAYOUT_DAYS = 7;
