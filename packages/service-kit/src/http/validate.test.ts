import { expect, test } from 'vitest';
import { z } from 'zod';
import { rejection } from '../testing/waiting.ts';
import { parseInput } from './validate.ts';

const schema = z.strictObject({ list: z.array(z.int()).optional() });
const parse = async (input: object) => parseInput(schema, input);

test.each([
  ['invalid', { list: new Array(5_000).fill('x') }],
  ['unknown', Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`field_${n}`, n]))],
])('a validation error names at most the first hundred %s fields', async (_, input) => {
  const error = await rejection(parse(input));
  expect(error).toMatchObject({ code: 'VALIDATION_FAILED', details: { length: 100 } });
});
