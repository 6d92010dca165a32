/** Normalises text for search: lower case, no accents, one kind of apostrophe. "odegaard" then finds Ødegaard. */
export function normaliseSearchText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[‘’ʼ`]/g, "'")
    .replace(/[øæœßłđðþı]/g, (letter) => PLAIN[letter] ?? letter);
}

/** Letters that NFD does not decompose. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
