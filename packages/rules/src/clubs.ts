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

/** The Premier League clubs since 2024-25 and those that may be promoted, by short name. */
export const CLUBS: readonly Club[] = [
  club(3, 'ARS', 'Arsenal', '#EF0107'),
  club(7, 'AVL', 'Aston Villa', '#670E36'),
  club(36, 'BHA', 'Brighton', '#0057B8'),
  club(91, 'BOU', 'Bournemouth', '#DA291C'),
  club(94, 'BRE', 'Brentford', '#E30613'),
  club(90, 'BUR', 'Burnley', '#6C1D45'),
  club(97, 'CAR', 'Cardiff', '#0070B5'),
  club(8, 'CHE', 'Chelsea', '#034694'),
  club(9, 'COV', 'Coventry', '#59A8E0'),
  club(31, 'CRY', 'Crystal Palace', '#1B458F'),
  club(11, 'EVE', 'Everton', '#003399'),
  club(54, 'FUL', 'Fulham', '#FFFFFF'),
  club(88, 'HUL', 'Hull', '#F5971D'),
  club(40, 'IPS', 'Ipswich', '#3A64A3'),
  club(2, 'LEE', 'Leeds', '#FFFFFF'),
  club(13, 'LEI', 'Leicester', '#003090'),
  club(14, 'LIV', 'Liverpool', '#C8102E'),
  club(102, 'LUT', 'Luton', '#F78F1E'),
  club(25, 'MID', 'Middlesbrough', '#E11B22'),
  club(43, 'MCI', 'Man City', '#6CABDD'),
  club(1, 'MUN', 'Man Utd', '#DA291C'),
  club(4, 'NEW', 'Newcastle', '#241F20'),
  club(17, 'NFO', "Nott'm Forest", '#DD0000'),
  club(45, 'NOR', 'Norwich', '#FFF200'),
  club(49, 'SHU', 'Sheffield Utd', '#EE2737'),
  club(20, 'SOU', 'Southampton', '#D71920'),
  club(56, 'SUN', 'Sunderland', '#EB172B'),
  club(110, 'STK', 'Stoke', '#E03A3E'),
  club(80, 'SWA', 'Swansea', '#FFFFFF'),
  club(6, 'TOT', 'Spurs', '#FFFFFF'),
  club(57, 'WAT', 'Watford', '#FBEE23'),
  club(35, 'WBA', 'West Brom', '#122F67'),
  club(21, 'WHU', 'West Ham', '#7A263A'),
  club(39, 'WOL', 'Wolves', '#FDB913'),
];

const BY_CODE: ReadonlyMap<number, Club> = new Map(CLUBS.map((each) => [each.code, each]));

/** Returns the club with this code. An unknown club has the feed's names or `UNK`, and a generated colour. */
export function clubByCode(code: number, feed: { name?: string; short_name?: string } = {}): Club {
  const club = BY_CODE.get(code);
  if (club) return club;
  const short_name = feed.short_name ?? 'UNK';
  return { code, name: feed.name ?? short_name, short_name, colour: computeColour(code) };
}

/** Hue step between codes, in degrees: colours of adjacent codes differ clearly. All are dark enough for white text. */
const GOLDEN_ANGLE = 137.508;

function computeColour(code: number): string {
  const hue = (code * GOLDEN_ANGLE) % 360;
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    const light = 0.36 - 0.2 * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(light * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`.toUpperCase();
}
