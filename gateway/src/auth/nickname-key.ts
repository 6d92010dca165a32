/**
 * Letters and digits that are drawn like a Latin letter, by that letter. Compatibility forms and accents are gone before
 * (NFKD); those left are other scripts and digits.
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

/** Capitals that look like a Latin one, where the small letter does not. */
const CAPITALS: Readonly<Record<string, string>> = {
  h: 'НΗ',
  m: 'МΜ',
  n: 'Ν',
  u: 'Ս',
  x: 'Χ',
  y: 'Υ',
  z: 'Ζ',
};

const bySign = (table: Readonly<Record<string, string>>) =>
  new Map(
    Object.entries(table).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter] as const)),
  );
const BY_CAPITAL = bySign(CAPITALS);
const BY_SIGN = bySign(LOOK_ALIKES);

/** Names that would pass for us. */
const OURS = ['admin', 'administrator', 'touchline', 'support', 'treasury', 'moderator', 'official'];

/**
 * What two nicknames that look alike have in common: no case, accents, spaces or punctuation, one letter for all that are
 * drawn like it, and `m` for `rn`, `w` for `vv`.
 */
export function nicknameKey(name: string): string {
  const latin = [...name.normalize('NFKD')].map((sign) => BY_CAPITAL.get(sign) ?? sign).join('');
  const plain = latin.toLowerCase().replace(/\p{M}/gu, '');
  const letters = [...plain].map((sign) => BY_SIGN.get(sign) ?? sign).join('');
  return letters
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

const OUR_KEYS = new Set(OURS.map(nicknameKey));

/** Whether a nickname would pass for one of us. */
export const isOurs = (key: string): boolean => OUR_KEYS.has(key);
