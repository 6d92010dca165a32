import { ALL_ENDPOINTS, NAMED_SCHEMAS, PLAIN_ENDPOINTS } from '@touchline/api/all-endpoints';
import { buildOpenApiDocument } from '@touchline/api/openapi/describe';
import { describe, expect, test } from 'vitest';
import { findProblem } from './check-response.ts';
import { listEndpoints } from './fuzz.ts';
import type { Input } from './input.ts';
import type { HttpResponse } from './send.ts';

const endpoints = listEndpoints(
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
const respond = (status: number, body: unknown, more: Partial<HttpResponse> = {}): HttpResponse => ({
  status,
  type: 'application/json; charset=utf-8',
  text: typeof body === 'string' ? body : JSON.stringify(body),
  ms: 5,
  ...more,
});
const buildError = (code: string, more: object = {}) => ({
  success: false,
  error: 'No.',
  code,
  request_id: ID,
  ...more,
});
const named = { details: [{ path: 'limit', message: 'must be a whole number' }] };
const list = input('GET', '/games?limit=x');

describe('findProblem', () => {
  test.each<[string, Input, HttpResponse]>([
    ['declared data', input('GET', '/fpl/teams'), respond(200, { success: true, data: { teams: [] } })],
    ['a validation error that names the field', list, respond(400, buildError('VALIDATION_FAILED', named))],
    ['an unknown game', input('GET', `/games/${ID}`), respond(404, buildError('NOT_FOUND'))],
    ['an unknown path', input('GET', '/games//join'), respond(404, buildError('NOT_FOUND'))],
    ['a wrong method', input('PATCH', '/games'), respond(405, buildError('METHOD_NOT_ALLOWED'))],
    ['a page', input('GET', '/docs'), respond(200, '<html>', { type: 'text/html; charset=utf-8' })],
    [
      'an unchanged resource',
      input('GET', '/fpl/teams', { headers: { 'if-none-match': '*' } }),
      respond(304, ''),
    ],
  ])('response check accepts %s', (_name, sent, response) => {
    expect(findProblem(sent, response, endpoints)).toBeNull();
  });

  test.each<[string, Input, HttpResponse, RegExp]>([
    ['any 5xx', list, respond(500, buildError('INTERNAL')), /^responded with 500/],
    [
      'an error in HTML',
      list,
      respond(400, '<h1>', { type: 'text/html' }),
      /^rejected with 400 and text\/html/,
    ],
    ['an error outside the envelope', list, respond(400, { error: 'No.' }), /outside the envelope/],
    ['an unknown code', list, respond(400, buildError('WEIRD', named)), /outside the envelope/],
    ['a code of another status', list, respond(400, buildError('NOT_FOUND')), /NOT_FOUND, which is 404/],
    [
      'an undocumented code',
      list,
      respond(409, buildError('GAME_FULL')),
      /GAME_FULL, which is not documented/,
    ],
    ['a 400 without details', list, respond(400, buildError('VALIDATION_FAILED')), /details are missing/],
    [
      'a 400 without the field',
      list,
      respond(400, buildError('VALIDATION_FAILED', { details: [{ message: 'is wrong' }] })),
      /the field is not named/,
    ],
    [
      'undeclared data',
      input('GET', '/fpl/teams'),
      respond(200, { success: true, data: {} }),
      /undeclared data/,
    ],
    [
      'success without the envelope',
      input('GET', '/fpl/teams'),
      respond(200, []),
      /without the success envelope/,
    ],
    [
      'success of an undocumented request',
      input('DELETE', '/games'),
      respond(200, {}),
      /undocumented request/,
    ],
    [
      'an undocumented success status',
      input('GET', '/fpl/teams'),
      respond(204, ''),
      /204, which is not documented/,
    ],
    [
      'data without the required session',
      input('GET', '/games/my-participations', { caller: 'guest' }),
      respond(200, { success: true, data: { participations: [] } }),
      /without a session/,
    ],
    [
      'success without the required administrator rights',
      input('POST', '/games'),
      respond(201, { success: true, data: {} }),
      /without administrator rights/,
    ],
    [
      'a stack trace',
      list,
      respond(400, buildError('VALIDATION_FAILED', { error: 'x\n    at f (a.ts:1)' })),
      /internals|envelope/,
    ],
    ['a slow response', list, respond(200, '', { ms: 11_000 }), /^took/],
    ['a redirect', list, respond(302, ''), /302/],
  ])('response check reports %s', (_name, sent, response, problem) => {
    expect(findProblem(sent, response, endpoints)).toMatch(problem);
  });
});
