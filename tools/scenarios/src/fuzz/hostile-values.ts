import fc from 'fast-check';

/** Texts that commonly break servers. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '0x10',
  'null',
  'true',
  'NaN',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '..',
  '.',
  '%00',
  '%ff',
  'a%2fb',
  "' or 1=1--",
  '(select pg_sleep(5))',
  'desc;drop table users',
  '%%%%',
  '\\',
  '<img src=x onerror=alert(1)>',
  '{{7*7}}',
  'http://169.254.169.254/latest/meta-data',
  '\u0000',
  '\u202e\ufeff\u200b',
  '\ud800',
  'İıßﬀ',
  '💥👩‍👩‍👧‍👦',
  '0000-00-00T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-02-30T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  `0x${'0'.repeat(40)}`,
  `0x${'f'.repeat(64)}`,
  '999999999999.999999999999999999',
  '9'.repeat(400),
];

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.1,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  -1e308,
  5e-324,
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 100 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', '9', 'é', '💥', '['), fc.constantFrom(65, 300, 9_000))
      .map(([character, times]) => character.repeat(times)),
  },
);

const deepValue = fc.constantFrom(10, 200, 4_000).map((depth) => {
  let value: unknown = null;
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
});

const pollutingValue = fc
  .constantFrom(
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"toString":1,"hasOwnProperty":0,"toJSON":true}',
    '{"length":99999,"0":1}',
  )
  .map((text): unknown => JSON.parse(text));

/** Generates arbitrary unexpected JSON values. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null]) },
  { weight: 3, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 4, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.array(fc.integer(), { maxLength: 30 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(100, 5_000).map((size) => Array.from({ length: size }, (_, i) => i)),
  },
  { weight: 1, arbitrary: deepValue },
  { weight: 1, arbitrary: pollutingValue },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Generates names of fields that clients must not be able to set. */
export const undeclaredKey: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'id',
    'user_id',
    'wallet_address',
    'isAdmin',
    'is_admin',
    'earned_points',
    'entry_points',
    'coefficient_applied',
    'status',
    'rank',
    'created_at',
    'fresh',
  ),
  fc.string({ minLength: 1, maxLength: 12 }),
);
