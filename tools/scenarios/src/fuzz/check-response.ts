import { ALL_ENDPOINTS } from '@touchline/api/all-endpoints';
import { errorBody } from '@touchline/api/error-body';
import { ERROR_STATUS, type ErrorCode } from '@touchline/api/errors';
import type { Input } from './input.ts';
import type { DocumentedEndpoint } from './inputs.ts';
import type { HttpResponse } from './send.ts';

/** Finds how a response violates the OpenAPI document or the conventions of the API; null if it does not. */
export function findProblem(
  input: Input,
  response: HttpResponse,
  endpoints: readonly DocumentedEndpoint[],
): string | null {
  const { status, text } = response;
  if (status >= 500) return `responded with ${status}: ${text.slice(0, 300)}`;
  if (response.ms > SLOW_MS) return `took ${Math.round(response.ms)} ms`;
  const leak = LEAKS.exec(text);
  if (leak && status >= 400) return `leaks internals: ${leak[0]}`;
  const candidates = findMatchingEndpoints(input, endpoints);
  if (status === 304 && input.headers['if-none-match']) return null;
  if (status >= 200 && status < 300) return findSuccessProblem(response, candidates, input);
  if (status >= 400) return findRejectionProblem(response, candidates, input);
  return `responded with ${status}, which no endpoint documents`;
}

/** Maximum response time, also on a busy machine. */
const SLOW_MS = 10_000;

/** Stack traces, SQL and file paths in a response. */
const LEAKS =
  /\n\s+at |node_modules|\.(?:ts|js|mjs):\d+|(?:select|insert|update) .{0,80}(?:from|into|set) "/i;

/** Finds the endpoints that match a request. Literal paths take precedence over parameters. */
function findMatchingEndpoints(input: Input, endpoints: readonly DocumentedEndpoint[]): DocumentedEndpoint[] {
  const matching = endpoints.filter(
    (endpoint) => endpoint.method === input.method && matchesPath(endpoint.path, input.path),
  );
  const countParameters = ({ path }: DocumentedEndpoint) => path.split('{').length;
  const minimum = Math.min(...matching.map(countParameters));
  return matching.filter((endpoint) => countParameters(endpoint) === minimum);
}

/** Returns true if the path matches the template. Parameters must not be empty. */
function matchesPath(template: string, path: string): boolean {
  const expected = template.split('/');
  const actual = (path.split('?')[0] ?? '').replace(/\/$/, '').split('/');
  return (
    expected.length === actual.length &&
    expected.every((segment, index) =>
      segment.startsWith('{') ? actual[index] !== '' : segment === actual[index],
    )
  );
}

function findSuccessProblem(
  response: HttpResponse,
  candidates: readonly DocumentedEndpoint[],
  input: Input,
): string | null {
  if (candidates.length === 0) return `responded with ${response.status} to an undocumented request`;
  const documented = candidates.filter(({ operation }) => response.status in operation.responses);
  if (documented.length === 0) return `responded with ${response.status}, which is not documented`;
  if (input.caller === 'guest' || input.caller === 'forger') {
    const open = documented.some(({ operation }) => ['none', 'optional'].includes(operation['x-auth']));
    if (!open) return `responded with ${response.status} without a session`;
  }
  if (input.caller === 'player' && documented.every(({ operation }) => operation['x-auth'] === 'admin'))
    return `responded with ${response.status} to a player without administrator rights`;
  const problems = documented.map((endpoint) => findDataProblem(response, endpoint));
  return problems.includes(null) ? null : (problems[0] ?? null);
}

function findDataProblem(
  { text, type, status }: HttpResponse,
  { operation }: DocumentedEndpoint,
): string | null {
  const content = operation.responses[status]?.content ?? {};
  const declared = ALL_ENDPOINTS.find(({ name }) => name === operation.operationId)?.endpoint.data;
  if (!declared)
    return Object.keys(content).some((one) => type.startsWith(one))
      ? null
      : `responded with content type ${type}`;
  const body = parseJson(text);
  if (!isObject(body) || body.success !== true) return 'responded without the success envelope';
  const data = declared.safeParse(body.data);
  return data.success ? null : `responded with undeclared data: ${data.error.message.slice(0, 300)}`;
}

/** Errors that can occur before the endpoint is identified. */
const ANYWHERE = new Set<string>([
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'BODY_TOO_LARGE',
  'HEADERS_TOO_LARGE',
  'RATE_LIMITED',
]);

function findRejectionProblem(
  response: HttpResponse,
  candidates: readonly DocumentedEndpoint[],
  input: Input,
): string | null {
  const { status, type, text } = response;
  if (input.method === 'HEAD') return null;
  if (!type.startsWith('application/json'))
    return `rejected with ${status} and ${type || 'nothing'}: ${text.slice(0, 200)}`;
  const error = errorBody.safeParse(parseJson(text));
  if (!error.success) return `rejected with ${status} outside the envelope: ${text.slice(0, 300)}`;
  const { code, details = [] } = error.data;
  if (ERROR_STATUS[code] !== status)
    return `rejected with ${status} and ${code}, which is ${ERROR_STATUS[code]}`;
  if (status === 400 && !details.every(({ path }) => path !== undefined))
    return `rejected with 400, the field is not named: ${text}`;
  if (status === 400 && details.length === 0) return `rejected with 400, details are missing: ${text}`;
  if (ANYWHERE.has(code)) return null;
  const documented = candidates.some(({ operation }) =>
    documents(operation.responses[status]?.description, code),
  );
  return documented ? null : `rejected with ${code}, which is not documented`;
}

const documents = (description: string | undefined, code: ErrorCode) =>
  (description ?? '').split(', ').includes(code);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
