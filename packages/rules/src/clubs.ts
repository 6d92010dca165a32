/** A club as displayed. `code` is stable across seasons; feed ids are not. */
export interface Club {
  code: number;
  name: string;
  /** Three letters. */
  short_name: string;
  /** Colour of the home shirt, `#rrggbb`. */
  colour: string;
}

const club = (code: number, short_name: string, name: string, colour: string): Club => ({
  code,
  name,
  short_name,
  colour,
});

/** Colour of clubs missing from this table (promoted ones, until they are added). */
export const UNKNOWN_CLUB_COLOUR = '#8A8F98';

/** The Premier League clubs of 2024-25 and 2025-26, by short name. */
export const CLUBS: readonly Club[] = [
  club(3, 'ARS', 'Arsenal', '#EF0107'),
  club(7, 'AVL', 'Aston Villa', '#670E36'),
  club(36, 'BHA', 'Brighton', '#0057B8'),
  club(91, 'BOU', 'Bournemouth', '#DA291C'),
  club(94, 'BRE', 'Brentford', '#E30613'),
  club(90, 'BUR', 'Burnley', '#6C1D45'),
  club(8, 'CHE', 'Chelsea', '#034694'),
  club(31, 'CRY', 'Crystal Palace', '#1B458F'),
  club(11, 'EVE', 'Everton', '#003399'),
  club(54, 'FUL', 'Fulham', '#FFFFFF'),
  club(40, 'IPS', 'Ipswich', '#3A64A3'),
  club(2, 'LEE', 'Leeds', '#FFFFFF'),
  club(13, 'LEI', 'Leicester', '#003090'),
  club(14, 'LIV', 'Liverpool', '#C8102E'),
  club(43, 'MCI', 'Man City', '#6CABDD'),
  club(1, 'MUN', 'Man Utd', '#DA291C'),
  club(4, 'NEW', 'Newcastle', '#241F20'),
  club(17, 'NFO', "Nott'm Forest", '#DD0000'),
  club(20, 'SOU', 'Southampton', '#D71920'),
  club(56, 'SUN', 'Sunderland', '#EB172B'),
  club(6, 'TOT', 'Spurs', '#FFFFFF'),
  club(21, 'WHU', 'West Ham', '#7A263A'),
  club(39, 'WOL', 'Wolves', '#FDB913'),
];

const BY_CODE: ReadonlyMap<number, Club> = new Map(CLUBS.map((each) => [each.code, each]));

/** The club with this code; an unknown club is grey, with the feed's names or `UNK`. */
export function clubByCode(code: number, feed: { name?: string; short_name?: string } = {}): Club {
  const known = BY_CODE.get(code);
  if (known) return known;
  const short_name = feed.short_name ?? 'UNK';
  return { code, name: feed.name ?? short_name, short_name, colour: UNKNOWN_CLUB_COLOUR };
}
