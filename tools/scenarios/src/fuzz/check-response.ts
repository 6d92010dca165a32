import { ALL_ENDPOINTS } from '@touchline/api/all-endpoints';
import { errorBody } from '@touchline/api/error-body';
import { ERROR_STATUS, type ErrorCode } from '@touchline/api/errors';
import type { Input } from './input.ts';
import type { DocumentedCall } from './inputs.ts';
import type { Answer } from './send.ts';

/** How an answer breaks the document or the conventions of the API; null if it does not. */
export function problemWith(input: Input, answer: Answer, calls: readonly DocumentedCall[]): string | null {
  const { status, text } = answer;
  if (status >= 500) return `answered ${status}: ${text.slice(0, 300)}`;
  if (answer.ms > SLOW_MS) return `took ${Math.round(answer.ms)} ms`;
  const leak = LEAKS.exec(text);
  if (leak && status >= 400) return `leaks internals: ${leak[0]}`;
  const candidates = matchingCalls(input, calls);
  if (status === 304 && input.headers['if-none-match']) return null;
  if (status >= 200 && status < 300) return problemWithSuccess(answer, candidates, input);
  if (status >= 400) return problemWithRefusal(answer, candidates, input);
  return `answered ${status}, which no call documents`;
}

/** No request may take this long, even on a busy machine. */
const SLOW_MS = 10_000;

/** Stack traces, SQL and file paths. */
const LEAKS =
  /\n\s+at |node_modules|\.(?:ts|js|mjs):\d+|(?:select|insert|update) .{0,80}(?:from|into|set) "/i;

/** The calls that match a request; literal paths win over parameters. */
function matchingCalls(input: Input, calls: readonly DocumentedCall[]): DocumentedCall[] {
  const fitting = calls.filter((call) => call.method === input.method && fits(call.path, input.path));
  const unknowns = ({ path }: DocumentedCall) => path.split('{').length;
  const fewest = Math.min(...fitting.map(unknowns));
  return fitting.filter((call) => unknowns(call) === fewest);
}

/** Whether a path template matches; parameters must not be empty. */
function fits(template: string, path: string): boolean {
  const wanted = template.split('/');
  const given = (path.split('?')[0] ?? '').replace(/\/$/, '').split('/');
  return (
    wanted.length === given.length &&
    wanted.every((piece, index) => (piece.startsWith('{') ? given[index] !== '' : piece === given[index]))
  );
}

function problemWithSuccess(
  answer: Answer,
  candidates: readonly DocumentedCall[],
  input: Input,
): string | null {
  if (candidates.length === 0) return `answered ${answer.status} to a call that is not documented`;
  const documented = candidates.filter(({ operation }) => answer.status in operation.responses);
  if (documented.length === 0) return `answered ${answer.status}, which is not documented`;
  if (input.caller === 'guest' || input.caller === 'forger') {
    const open = documented.some(({ operation }) => ['none', 'optional'].includes(operation['x-auth']));
    if (!open) return `answered ${answer.status} without a session`;
  }
  if (input.caller === 'player' && documented.every(({ operation }) => operation['x-auth'] === 'admin'))
    return `answered ${answer.status} to a player without administrator rights`;
  const problems = documented.map((call) => problemWithData(answer, call));
  return problems.includes(null) ? null : (problems[0] ?? null);
}

function problemWithData({ text, type, status }: Answer, { operation }: DocumentedCall): string | null {
  const content = operation.responses[status]?.content ?? {};
  const declared = ALL_ENDPOINTS.find(({ name }) => name === operation.operationId)?.endpoint.data;
  if (!declared)
    return Object.keys(content).some((one) => type.startsWith(one)) ? null : `answered with ${type}`;
  const body = parsed(text);
  if (!isObject(body) || body.success !== true) return 'answered without the success envelope';
  const data = declared.safeParse(body.data);
  return data.success ? null : `answered with undeclared data: ${data.error.message.slice(0, 300)}`;
}

/** Refusals that may come before the call is identified. */
const ANYWHERE = new Set<string>([
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'BODY_TOO_LARGE',
  'HEADERS_TOO_LARGE',
  'RATE_LIMITED',
]);

function problemWithRefusal(
  answer: Answer,
  candidates: readonly DocumentedCall[],
  input: Input,
): string | null {
  const { status, type, text } = answer;
  if (input.method === 'HEAD') return null;
  if (!type.startsWith('application/json'))
    return `refused with ${status} and ${type || 'nothing'}: ${text.slice(0, 200)}`;
  const said = errorBody.safeParse(parsed(text));
  if (!said.success) return `refused with ${status} outside the envelope: ${text.slice(0, 300)}`;
  const { code, details = [] } = said.data;
  if (ERROR_STATUS[code] !== status)
    return `refused with ${status} and ${code}, which is ${ERROR_STATUS[code]}`;
  if (status === 400 && !details.every(({ path }) => path !== undefined))
    return `refused with 400, field not named: ${text}`;
  if (status === 400 && details.length === 0) return `refused with 400, nothing named: ${text}`;
  if (ANYWHERE.has(code)) return null;
  const documented = candidates.some(({ operation }) =>
    documents(operation.responses[status]?.description, code),
  );
  return documented ? null : `refused with ${code}, which is not documented`;
}

const documents = (description: string | undefined, code: ErrorCode) =>
  (description ?? '').split(', ').includes(code);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
