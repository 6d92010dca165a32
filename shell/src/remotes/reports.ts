import type { Client } from '@touchline/api/client';
import { reportRemote } from '@touchline/api/http/remote-reports';
import type { Remote } from '@touchline/api/http/remotes';

/** Reports the outcome of loading remotes to the gateway, which rolls back a version that fails in many browsers. */
export type Reports = ReturnType<typeof createReports>;

/** Maximum number of reports per page load. */
const MAX_REPORTS = 10;

export function createReports(api: Client) {
  let left = MAX_REPORTS;
  function send(
    { name, version, integrity }: Remote,
    outcome: 'loaded' | 'failed',
    code: string,
    ms: number,
  ) {
    // Local builds are not reported.
    if (integrity === null || left === 0) return;
    left--;
    const body = { name, version, outcome, code, ms: Math.min(Math.round(ms), 600_000) };
    // Best effort: the panel does not depend on it.
    void api.request(reportRemote, { body }).catch(() => {});
  }
  return {
    loaded: (remote: Remote, ms: number) => send(remote, 'loaded', '', ms),
    /** `code` is the error code on the panel. */
    failed: (remote: Remote, code: string, ms: number) => send(remote, 'failed', code, ms),
  };
}
