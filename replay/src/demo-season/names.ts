import { between, type Random } from '../matches/random.ts';

/** Given names of many countries; the surnames are put together from parts and belong to nobody. */
const GIVEN = [
  'Adam',
  'Aron',
  'Bram',
  'Callum',
  'Cedric',
  'Dario',
  'Dylan',
  'Elias',
  'Emil',
  'Fabio',
  'Finn',
  'Goran',
  'Hugo',
  'Idris',
  'Ivo',
  'Jamal',
  'Jonas',
  'Kai',
  'Karim',
  'Lars',
  'Leo',
  'Luca',
  'Malik',
  'Marek',
  'Mateo',
  'Nico',
  'Noel',
  'Omar',
  'Oscar',
  'Pablo',
  'Piet',
  'Rafa',
  'Rhys',
  'Sami',
  'Sven',
  'Tariq',
  'Theo',
  'Tomas',
  'Viktor',
  'Yann',
  'Yusuf',
  'Zeno',
];
const SURNAME_PARTS: [string[], string[]][] = [
  [
    [
      'Ash',
      'Brack',
      'Cald',
      'Dun',
      'Elder',
      'Fen',
      'Gar',
      'Hazel',
      'Ink',
      'Kes',
      'Lark',
      'Mell',
      'Nether',
      'Oaken',
      'Pell',
      'Quill',
      'Raven',
      'Sedge',
      'Thistle',
      'Umber',
      'Vex',
      'Wimble',
      'Yarrow',
      'Zeal',
    ],
    [
      'bourne',
      'croft',
      'dale',
      'fold',
      'gate',
      'holt',
      'low',
      'mere',
      'nock',
      'rigg',
      'shaw',
      'stead',
      'thwaite',
      'wick',
      'worth',
      'wold',
    ],
  ],
  [
    [
      'Bel',
      'Cora',
      'Drago',
      'Este',
      'Falu',
      'Grimo',
      'Iva',
      'Jora',
      'Kala',
      'Lome',
      'Mora',
      'Nebo',
      'Oru',
      'Pavo',
      'Rodo',
      'Salu',
      'Tavi',
      'Velo',
      'Zami',
    ],
    [
      'beni',
      'cardino',
      'danko',
      'feranti',
      'guesa',
      'lindo',
      'mbara',
      'novar',
      'rinaldo',
      'ssund',
      'tanaro',
      'varesco',
      'kolade',
      'ndoro',
      'quist',
    ],
  ],
];

/** Gives a new name at every call, never the same surname twice. */
export function nameMaker(random: Random): () => { first: string; second: string } {
  const taken = new Set<string>();
  return () => {
    for (;;) {
      const [heads, tails] = pick(random, SURNAME_PARTS);
      const second = pick(random, heads) + pick(random, tails);
      if (taken.has(second)) continue;
      taken.add(second);
      return { first: pick(random, GIVEN), second };
    }
  };
}

function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[between(random, 0, items.length - 1)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
