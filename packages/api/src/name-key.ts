/**
 * Characters that look like a Latin letter, by that letter. NFKD has already removed compatibility forms and accents, so
 * only digits, symbols and other scripts are listed.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аɑα4',
  b: 'ЬЪвβ8ß',
  c: 'сϲ',
  d: 'ԁɗ',
  e: 'еєεҽ3',
  g: 'ɡց9',
  h: 'һнհ',
  i: 'іιıl1ⅼӏוɪ|!',
  j: 'јյ',
  k: 'кκ',
  m: 'мṃ',
  n: 'пηոո',
  o: 'оοօσ0øס',
  p: 'рρ',
  q: 'ԛզ',
  r: 'гɾ',
  s: 'ѕꜱ5$',
  t: 'тτ7',
  u: 'υսμ',
  v: 'ѵν',
  w: 'ԝωա',
  x: 'хχ×',
  y: 'уγүყ',
  z: 'ᴢ2',
};

/** Capitals that look like a Latin letter although their lower-case form does not. */
const CAPITALS: Readonly<Record<string, string>> = {
  h: 'НΗ',
  m: 'МΜ',
  n: 'Ν',
  u: 'Ս',
  x: 'Χ',
  y: 'Υ',
  z: 'Ζ',
};

const mapByCharacter = (table: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(table).flatMap(([letter, characters]) =>
      [...characters].map((character) => [character, letter] as const),
    ),
  );
const LATIN_BY_CAPITAL = mapByCharacter(CAPITALS);
const LATIN_BY_CHARACTER = mapByCharacter(LOOK_ALIKES);

/** Names that impersonate the operators of the site. */
const RESERVED_NAMES = [
  'admin',
  'administrator',
  'touchline',
  'support',
  'treasury',
  'moderator',
  'official',
];

/**
 * Builds a key that is equal for names that look alike. It has no case, accents, spaces or punctuation; look-alike
 * characters become one letter, `rn` becomes `m` and `vv` becomes `w`.
 */
export function buildNameKey(name: string): string {
  const latin = [...name.normalize('NFKD')]
    .map((character) => LATIN_BY_CAPITAL.get(character) ?? character)
    .join('');
  const plain = latin.toLowerCase().replace(/\p{M}/gu, '');
  const letters = [...plain].map((character) => LATIN_BY_CHARACTER.get(character) ?? character).join('');
  return letters
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

const RESERVED_KEY = new RegExp(`^(?:${RESERVED_NAMES.map(buildNameKey).join('|')})+$`);

/** Returns whether the key consists of reserved names only, such as "Touchline Support". */
export const isReservedName = (key: string): boolean => RESERVED_KEY.test(key);
