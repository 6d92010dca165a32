/** Invented names of teams and managers. */
const TEAMS = [
  'Park the Bus FC',
  'Expected Toulouse',
  'Nutmeg Rovers',
  'Offside Story',
  'The Late Tackles',
  'Row Z Rangers',
  'Big Six Appeal',
  'Injury Time Lords',
  'Clean Sheet Cartel',
  'Second Ball United',
  'Tiki Taka Masala',
  'Two Up Front',
  'Magic Sponge Athletic',
  'Against the Run of Play',
  'Half Time Oranges',
  'Bench Boosters',
  'The False Nines',
  'Sunday League Saints',
  'Crossbar Challengers',
  'Rabona Republic',
  'Route One Railway',
  'Panenka Park',
  'Inverted Wingers',
  'Lost the Dressing Room',
  'Hit the Post Office',
  'Zonal Marking Zoo',
  'Extra Time Travellers',
  'Cold Night in Stokes',
  'Wet Tuesday Wanderers',
  'Throw-in Merchants',
];
const PLACES = [
  'Alderbrook',
  'Brackenford',
  'Cobblewick',
  'Dunmere',
  'Eastquay',
  'Fennhollow',
  'Gorsebank',
  'Hartlow',
  'Inchmoor',
  'Jackdaw Lane',
  'Kettlesby',
  'Larkmouth',
  'Millrace',
  'Northgale',
  'Oxenholt',
  'Pebblegate',
  'Quarrydean',
  'Ravenscar Road',
  'Saltmarsh',
  'Thistledown',
];
const KINDS = ['Rovers', 'Athletic', 'Albion', 'Town', 'Wanderers', 'Harriers', 'Thursday', 'Celtic Club'];
/** Names of the demo wallet's players. The wallet has its own copy, because it imports no other package. */
export const DEMO_PLAYERS = [
  'Nell Fairbank',
  'Ozzie Thorne',
  'Priya Lowell',
  'Hugo Marsh',
  'Tilda Voss',
  'Kofi Redgrave',
  'Ines Calder',
  'Jonty Blake',
];
const FIRST = [
  'Ada',
  'Bram',
  'Cleo',
  'Dara',
  'Enid',
  'Finn',
  'Greta',
  'Hamza',
  'Iris',
  'Joss',
  'Kiran',
  'Lotte',
  'Mabel',
  'Nico',
  'Orla',
  'Pavel',
  'Quinn',
  'Rosa',
  'Sami',
  'Tess',
];
const LAST = [
  'Ashdown',
  'Birch',
  'Copley',
  'Drew',
  'Everly',
  'Foss',
  'Gale',
  'Hobb',
  'Ivers',
  'Jessop',
  'Kerr',
];

/** The n-th team name, from 0; no two are equal. */
export function teamName(index: number): string {
  const fixed = TEAMS[index];
  if (fixed) return fixed;
  const rest = index - TEAMS.length;
  const kind = KINDS[(rest + Math.floor(rest / PLACES.length)) % KINDS.length];
  const round = Math.floor(rest / (PLACES.length * KINDS.length));
  return `${PLACES[rest % PLACES.length]} ${kind}${round > 0 ? ` ${round + 1}` : ''}`;
}

/** The n-th manager's nickname, from 0: the players of the demo wallet first. No two are equal. */
export function managerName(index: number): string {
  const player = DEMO_PLAYERS[index];
  if (player) return player;
  const last = LAST[(index + Math.floor(index / FIRST.length)) % LAST.length];
  const round = Math.floor(index / (FIRST.length * LAST.length));
  return `${FIRST[index % FIRST.length]} ${last}${round > 0 ? ` ${round + 1}` : ''}`;
}
