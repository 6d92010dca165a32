import { expect, test } from 'vitest';
import stripServerFields, { API } from './strip-server-fields.ts';

test('an endpoint keeps the fields that a client needs for a request', () => {
  const source = `
    const price = z.pipe(z.string().check(z.regex(/^[})]$/)), z.transform((text) => Number(text)));
    export const buy = endpoint({
      method: 'POST',
      path: '/shirts/:id',
      owner: ['games', 'staking'],
      summary: 'Buys "it"',
      params: z.strictObject({ id: z.uuid() }),
      body: z.strictObject({ price }),
      data: z.object({ query: z.string(), summary: z.string() }),
      errorCodes: ['NOT_FOUND'],
      status: 201,
    });
    export const text = (least) => z.string().check(z.minLength(least));`;
  const stripped = stripServerFields(source);
  expect(stripped).toContain("method: 'POST'");
  expect(stripped).toContain('query: /*#__PURE__*/ z.string(), summary: /*#__PURE__*/ z.string()');
  expect(stripped).toContain('status: 201');
  expect(stripped).not.toMatch(/Buys|owner|params|body|errorCodes/);
  expect(stripped).toContain('export const buy = /*#__PURE__*/ endpoint(');
  expect(stripped).toContain('const price = /*#__PURE__*/ z.pipe(');
  // A call inside a function is not marked.
  expect(stripped).toContain('(least) => z.string().check(');
});

test('the pattern matches only the modules of packages/api', () => {
  expect('/touchline/packages/api/src/http/admin-games.ts').toMatch(API);
  expect('/team/node_modules/@touchline/api/src/values.ts').toMatch(API);
  expect('/touchline/packages/rules/src/squad.ts').not.toMatch(API);
  expect('/touchline/shell/src/api-clients.ts').not.toMatch(API);
});
