/** Entry fee of a tournament, in whole FOOTBALL (TOURN-11). */
export const TOURNAMENT_FEE = '1000';

/** Seats of a tournament (TOURN-11). */
export const TOURNAMENT_SEATS = 20;
