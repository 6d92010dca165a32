import type { AdminService } from '@touchline/api/http/admin-services';
import { toInstant } from '@touchline/api/values';
import type { Metrics } from '@touchline/service-kit/process/metrics';

type Health = AdminService['health'];

const TIMEOUT_MS = 2_000;
const UNKNOWN: Health = { state: 'unknown', checked_at: null };

/** The health of registered services, as this process last saw it. */
export type HealthChecks = ReturnType<typeof createHealthChecks>;

/** @param now epoch ms */
export function createHealthChecks(metrics: Metrics | undefined, now: () => number) {
  const gauge = metrics?.gauge('team_service_ready', '1 while a registered team service is ready', ['name']);
  let states = new Map<string, Health>();
  return {
    get: (name: string): Health => states.get(name) ?? UNKNOWN,
    /** Sends GET /readyz to each service and forgets all others. Never rejects. */
    async run(services: readonly { name: string; origin: string }[]) {
      const checked = await Promise.all(
        services.map(async ({ name, origin }) => [name, await check(origin, now)] as const),
      );
      states = new Map(checked);
      gauge?.reset();
      for (const [name, { state }] of checked) gauge?.set({ name }, state === 'ready' ? 1 : 0);
    },
  };
}

async function check(origin: string, now: () => number): Promise<Health> {
  const state = await fetch(`${origin}/readyz`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok ? 'ready' : 'not ready';
    },
    () => 'no response' as const,
  );
  return { state: state as Health['state'], checked_at: toInstant(now()) };
}
