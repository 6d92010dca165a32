import { expect, test } from 'vitest';
import slimApi, { API } from './slim-api.ts';

test('an endpoint keeps what a page needs to call it', () => {
  const source = `
    const price = z.pipe(z.string().check(z.regex(/^[})]$/)), z.transform((text) => Number(text)));
    export const buy = endpoint({
      method: 'POST',
      path: '/shirts/:id',
      summary: 'Buys "it"',
      params: z.strictObject({ id: z.uuid() }),
      body: z.strictObject({ price }),
      data: z.object({ query: z.string(), summary: z.string() }),
      refuses: ['NOT_FOUND'],
      status: 201,
    });
    export const text = (least) => z.string().check(z.minLength(least));`;
  const slim = slimApi(source);
  expect(slim).toContain("method: 'POST'");
  expect(slim).toContain('query: /*#__PURE__*/ z.string(), summary: /*#__PURE__*/ z.string()');
  expect(slim).toContain('status: 201');
  expect(slim).not.toMatch(/Buys|params|body|refuses/);
  expect(slim).toContain('export const buy = /*#__PURE__*/ endpoint(');
  expect(slim).toContain('const price = /*#__PURE__*/ z.pipe(');
  // Called by somebody, it does something.
  expect(slim).toContain('(least) => z.string().check(');
});

test('is for the modules of packages/api alone', () => {
  expect('/touchline/packages/api/src/http/admin-games.ts').toMatch(API);
  expect('/team/node_modules/@touchline/api/src/values.ts').toMatch(API);
  expect('/touchline/packages/rules/src/squad.ts').not.toMatch(API);
  expect('/touchline/shell/src/api-clients.ts').not.toMatch(API);
});
