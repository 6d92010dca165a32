import type { Context, Next } from 'koa';
import type { Bus } from '../messaging/bus.ts';
import { createTimedRead } from '../process/shared-work.ts';

/** State of each dependency that this process cannot work without, by name. The process is ready when all are true. */
export type Readiness = () => Promise<Record<string, boolean>>;

/** State of a dependency that does not affect readiness. */
export interface Note {
  ok: boolean;
  /** Text for operators, without addresses or error messages: /readyz of the gateway is public. */
  detail: string;
}

/** Notes by name. */
export type Notes = Record<string, () => Note | Promise<Note>>;

/** Cache time of /readyz, because it is public and each check takes a database connection. */
const READY_CACHE_MS = 1_000;

interface Health {
  ready: Record<string, boolean>;
  notes: Record<string, Note>;
}

/**
 * Serves health checks. GET /healthz: the process is up. GET /readyz: its required dependencies respond, otherwise 503. Other
 * dependencies appear under `notes`, because neither a restart nor another replica would fix them.
 */
export function healthChecks(check: Readiness, notes: Notes = {}) {
  const health = createTimedRead<Health>(READY_CACHE_MS, async () => {
    const [ready, noted] = await Promise.all([check().catch(() => ({ check: false })), readNotes(notes)]);
    return { ready, notes: noted };
  });
  const respondToHealthCheck = async (ctx: Context) => {
    if (ctx.path === '/healthz') ctx.body = { success: true, data: { status: 'ok' } };
    else respondReadiness(ctx, await health.read());
  };
  return (ctx: Context, next: Next) => {
    const isHealthCheck =
      (ctx.path === '/healthz' || ctx.path === '/readyz') && /^(GET|HEAD)$/.test(ctx.method);
    return isHealthCheck ? respondToHealthCheck(ctx) : next();
  };
}

/** Reports the NATS connection, for the notes of every process. */
export const natsNote = (bus: Bus) => (): Note =>
  bus.connected()
    ? { ok: true, detail: 'connected' }
    : { ok: false, detail: 'not connected; events are queued' };

async function readNotes(notes: Notes): Promise<Health['notes']> {
  const read = async ([name, readNote]: [string, Notes[string]]) =>
    [name, await Promise.resolve().then(readNote).catch(buildUnknownNote)] as const;
  return Object.fromEntries(await Promise.all(Object.entries(notes).map(read)));
}

const buildUnknownNote = (): Note => ({ ok: false, detail: 'unknown: the check failed' });

function respondReadiness(ctx: Context, { ready, notes }: Health) {
  const isReady = Object.values(ready).every(Boolean);
  ctx.status = isReady ? 200 : 503;
  ctx.body = { success: isReady, data: { ready, notes } };
}
