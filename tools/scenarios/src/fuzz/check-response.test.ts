import { ALL_ENDPOINTS, NAMED_SCHEMAS, PLAIN_ENDPOINTS } from '@touchline/api/all-endpoints';
import { buildOpenApiDocument } from '@touchline/api/openapi/describe';
import { describe, expect, test } from 'vitest';
import { documentedCalls } from './fuzz.ts';
import type { Input } from './input.ts';
import type { Answer } from './send.ts';
import { problemWith } from './check-response.ts';

const calls = documentedCalls(
  buildOpenApiDocument({ endpoints: ALL_ENDPOINTS, named: NAMED_SCHEMAS, plain: PLAIN_ENDPOINTS }, '1.0.0'),
);
const ID = '5b0cb6ef-6e53-4f0b-8f8f-0f8f6d3f7a11';

const input = (method: string, path: string, more: Partial<Input> = {}): Input => ({
  method,
  path,
  caller: 'player',
  which: 0,
  headers: {},
  body: null,
  bytes: 'utf8',
  ...more,
});
const answer = (status: number, body: unknown, more: Partial<Answer> = {}): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  text: typeof body === 'string' ? body : JSON.stringify(body),
  ms: 5,
  ...more,
});
const refused = (code: string, more: object = {}) => ({
  success: false,
  error: 'No.',
  code,
  request_id: ID,
  ...more,
});
const named = { details: [{ path: 'limit', message: 'must be a whole number' }] };
const list = input('GET', '/games?limit=x');

describe('the verdict of the fuzz', () => {
  test.each<[string, Input, Answer]>([
    ['declared data', input('GET', '/fpl/teams'), answer(200, { success: true, data: { teams: [] } })],
    ['a refusal that names the field', list, answer(400, refused('VALIDATION_FAILED', named))],
    ['an unknown game', input('GET', `/games/${ID}`), answer(404, refused('NOT_FOUND'))],
    ['an unknown path', input('GET', '/games//join'), answer(404, refused('NOT_FOUND'))],
    ['another method', input('PATCH', '/games'), answer(405, refused('METHOD_NOT_ALLOWED'))],
    ['a page', input('GET', '/docs'), answer(200, '<html>', { type: 'text/html; charset=utf-8' })],
    ['unchanged', input('GET', '/fpl/teams', { headers: { 'if-none-match': '*' } }), answer(304, '')],
  ])('accepts %s', (_name, sent, said) => {
    expect(problemWith(sent, said, calls)).toBeNull();
  });

  test.each<[string, Input, Answer, RegExp]>([
    ['any 5xx', list, answer(500, refused('INTERNAL')), /^answered 500/],
    [
      'a refusal in HTML',
      list,
      answer(400, '<h1>', { type: 'text/html' }),
      /^refused with 400 and text\/html/,
    ],
    ['a refusal outside the envelope', list, answer(400, { error: 'No.' }), /outside the envelope/],
    ['an unknown code', list, answer(400, refused('WEIRD', named)), /outside the envelope/],
    [
      'a code that belongs to another status',
      list,
      answer(400, refused('NOT_FOUND')),
      /NOT_FOUND, which is 404/,
    ],
    [
      'a code that is not documented',
      list,
      answer(409, refused('GAME_FULL')),
      /GAME_FULL, which is not documented/,
    ],
    ['a 400 without details', list, answer(400, refused('VALIDATION_FAILED')), /nothing named/],
    [
      'a 400 without the field',
      list,
      answer(400, refused('VALIDATION_FAILED', { details: [{ message: 'is wrong' }] })),
      /field not named/,
    ],
    [
      'undeclared data',
      input('GET', '/fpl/teams'),
      answer(200, { success: true, data: {} }),
      /undeclared data/,
    ],
    [
      'success without the envelope',
      input('GET', '/fpl/teams'),
      answer(200, []),
      /without the success envelope/,
    ],
    ['success of an undocumented call', input('DELETE', '/games'), answer(200, {}), /not documented/],
    [
      'an undocumented status of success',
      input('GET', '/fpl/teams'),
      answer(204, ''),
      /204, which is not documented/,
    ],
    [
      'data that requires a session',
      input('GET', '/games/my-participations', { caller: 'guest' }),
      answer(200, { success: true, data: { participations: [] } }),
      /without a session/,
    ],
    [
      'success that requires an administrator',
      input('POST', '/games'),
      answer(201, { success: true, data: {} }),
      /without administrator rights/,
    ],
    [
      'a stack trace',
      list,
      answer(400, refused('VALIDATION_FAILED', { error: 'x\n    at f (a.ts:1)' })),
      /internals|envelope/,
    ],
    ['a slow answer', list, answer(200, '', { ms: 11_000 }), /^took/],
    ['a redirect', list, answer(302, ''), /302/],
  ])('finds %s', (_name, sent, said, problem) => {
    expect(problemWith(sent, said, calls)).toMatch(problem);
  });
});
