import type { Context, Next } from 'koa';
import type { Bus } from './bus.ts';

/** The state of each part that this very process cannot answer without, by name; it is ready when all are true. */
export type Readiness = () => Promise<Record<string, boolean>>;

/** How something is that the process depends on and cannot mend. */
export interface Note {
  ok: boolean;
  /** For an operator. No address and no text of an error: the gateway's /readyz is public. */
  detail: string;
}

/** What is said beside readiness, by name; it decides nothing. */
export type Notes = Record<string, () => Note | Promise<Note>>;

/** How long an answer of /readyz is repeated: it is public, and each check takes a connection to the database. */
const READY_CACHE_MS = 1_000;

interface Health {
  ready: Record<string, boolean>;
  notes: Record<string, Note>;
}

/**
 * GET /healthz: the process is up. GET /readyz: its own parts respond, else 503; what else it depends on is noted beside that,
 * because neither a restart nor another replica would make it better.
 */
export function healthChecks(check: Readiness, notes: Notes = {}) {
  const health = cached(async () => {
    const [ready, noted] = await Promise.all([check().catch(() => ({ check: false })), readNotes(notes)]);
    return { ready, notes: noted };
  });
  const respondToHealthCheck = async (ctx: Context) => {
    if (ctx.path === '/healthz') ctx.body = { success: true, data: { status: 'ok' } };
    else respondReadiness(ctx, await health());
  };
  return (ctx: Context, next: Next) => {
    const asks = (ctx.path === '/healthz' || ctx.path === '/readyz') && /^(GET|HEAD)$/.test(ctx.method);
    return asks ? respondToHealthCheck(ctx) : next();
  };
}

/** The bus, for the notes of every process. */
export const natsNote = (bus: Bus) => (): Note =>
  bus.connected() ? { ok: true, detail: 'connected' } : { ok: false, detail: 'not connected, events wait' };

/** Asks once for all callers within READY_CACHE_MS. */
function cached(ask: () => Promise<Health>): () => Promise<Health> {
  let last: { at: number; answer: Promise<Health> } | undefined;
  return () => {
    const at = performance.now();
    if (!last || at - last.at >= READY_CACHE_MS) last = { at, answer: ask() };
    return last.answer;
  };
}

async function readNotes(notes: Notes): Promise<Health['notes']> {
  const read = async ([name, ask]: [string, Notes[string]]) =>
    [name, await Promise.resolve().then(ask).catch(unknown)] as const;
  return Object.fromEntries(await Promise.all(Object.entries(notes).map(read)));
}

const unknown = (): Note => ({ ok: false, detail: 'could not be found out' });

function respondReadiness(ctx: Context, { ready, notes }: Health) {
  const isReady = Object.values(ready).every(Boolean);
  ctx.status = isReady ? 200 : 503;
  ctx.body = { success: isReady, data: { ready, notes } };
}
