import { ALL_ENDPOINTS } from '@touchline/api/all-endpoints';
import { ERROR_STATUS, type ErrorCode } from '@touchline/api/errors';
import { refusal } from '@touchline/api/refusal';
import type { Input } from './input.ts';
import type { DocumentedCall } from './inputs.ts';
import type { Answer } from './send.ts';

/** What is wrong with an answer by the document and by the promises of the API; null when nothing is. */
export function problemWith(input: Input, answer: Answer, calls: readonly DocumentedCall[]): string | null {
  const { status, text } = answer;
  if (status >= 500) return `answered ${status}: ${text.slice(0, 300)}`;
  if (answer.ms > SLOW_MS) return `took ${Math.round(answer.ms)} ms`;
  const leak = LEAKS.exec(text);
  if (leak && status >= 400) return `tells of its inside: ${leak[0]}`;
  const meant = meantBy(input, calls);
  if (status === 304 && input.headers['if-none-match']) return null;
  if (status >= 200 && status < 300) return problemWithSuccess(answer, meant, input);
  if (status >= 400) return problemWithRefusal(answer, meant, input);
  return `answered ${status}, which nothing does`;
}

/** Nothing that a stranger sends may make us work this long, even on a busy machine. */
const SLOW_MS = 10_000;

/** Stack traces, SQL, and paths of the machine. */
const LEAKS =
  /\n\s+at |node_modules|\.(?:ts|js|mjs):\d+|(?:select|insert|update) .{0,80}(?:from|into|set) "/i;

/** The calls that a request may be; one whose words are all written out comes before one that takes them for an id. */
function meantBy(input: Input, calls: readonly DocumentedCall[]): DocumentedCall[] {
  const fitting = calls.filter((call) => call.method === input.method && fits(call.path, input.path));
  const unknowns = ({ path }: DocumentedCall) => path.split('{').length;
  const fewest = Math.min(...fitting.map(unknowns));
  return fitting.filter((call) => unknowns(call) === fewest);
}

/** Does a path with parameters fit a path of a request? An empty parameter fits nothing. */
function fits(template: string, path: string): boolean {
  const wanted = template.split('/');
  const given = (path.split('?')[0] ?? '').replace(/\/$/, '').split('/');
  return (
    wanted.length === given.length &&
    wanted.every((piece, index) => (piece.startsWith('{') ? given[index] !== '' : piece === given[index]))
  );
}

function problemWithSuccess(answer: Answer, meant: readonly DocumentedCall[], input: Input): string | null {
  if (meant.length === 0) return `answered ${answer.status} to a call that is not documented`;
  const tolerant = meant.filter(({ operation }) => answer.status in operation.responses);
  if (tolerant.length === 0) return `answered ${answer.status}, which is not documented`;
  if (input.caller === 'guest' || input.caller === 'forger') {
    const open = tolerant.some(({ operation }) => ['none', 'optional'].includes(operation['x-auth']));
    if (!open) return `answered ${answer.status} to somebody who has not signed in`;
  }
  if (input.caller === 'player' && tolerant.every(({ operation }) => operation['x-auth'] === 'admin'))
    return `answered ${answer.status} to somebody who is no administrator`;
  const problems = tolerant.map((call) => problemWithData(answer, call));
  return problems.includes(null) ? null : (problems[0] ?? null);
}

function problemWithData({ text, type, status }: Answer, { operation }: DocumentedCall): string | null {
  const content = operation.responses[status]?.content ?? {};
  const declared = ALL_ENDPOINTS.find(({ name }) => name === operation.operationId)?.endpoint.data;
  if (!declared)
    return Object.keys(content).some((one) => type.startsWith(one)) ? null : `answered with ${type}`;
  const body = parsed(text);
  if (!isObject(body) || body.success !== true) return 'answered without the envelope of success';
  const data = declared.safeParse(body.data);
  return data.success ? null : `answered with other data than declared: ${data.error.message.slice(0, 300)}`;
}

/** What may stand before the call is recognised: at the door of the gateway, or where there is no such path. */
const ANYWHERE = new Set<string>([
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'BODY_TOO_LARGE',
  'HEADERS_TOO_LARGE',
  'RATE_LIMITED',
]);

function problemWithRefusal(answer: Answer, meant: readonly DocumentedCall[], input: Input): string | null {
  const { status, type, text } = answer;
  if (input.method === 'HEAD') return null;
  if (!type.startsWith('application/json'))
    return `refused with ${status} and ${type || 'nothing'}: ${text.slice(0, 200)}`;
  const said = refusal.safeParse(parsed(text));
  if (!said.success) return `refused with ${status} outside the envelope: ${text.slice(0, 300)}`;
  const { code, details = [] } = said.data;
  if (ERROR_STATUS[code] !== status)
    return `refused with ${status} and ${code}, which is ${ERROR_STATUS[code]}`;
  if (status === 400 && !details.every(({ path }) => path !== undefined))
    return `refused with 400, field not named: ${text}`;
  if (status === 400 && details.length === 0) return `refused with 400, nothing named: ${text}`;
  if (ANYWHERE.has(code)) return null;
  const documented = meant.some(({ operation }) => documents(operation.responses[status]?.description, code));
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
