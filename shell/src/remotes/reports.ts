import type { Client } from '@touchline/api/client';
import { reportRemote } from '@touchline/api/http/remote-reports';
import type { Remote } from '@touchline/api/http/remotes';

/** Tells the gateway how remotes go in this browser: a version that fails for many is returned. */
export interface Reports {
  loaded(remote: Remote, ms: number): void;
  /** `code` as on the panel. */
  failed(remote: Remote, code: string, ms: number): void;
}

/** A page that fails again and again says so this often. */
const MOST = 10;

export function createReports(api: Client): Reports {
  let left = MOST;
  function send(
    { name, version, integrity }: Remote,
    outcome: 'loaded' | 'failed',
    code: string,
    ms: number,
  ) {
    // A developer's own build, or too much.
    if (integrity === null || left === 0) return;
    left--;
    const body = { name, version, outcome, code, ms: Math.min(Math.round(ms), 600_000) };
    // Nobody waits for it, and the panel is there without it.
    void api.request(reportRemote, { body }).catch(() => {});
  }
  return {
    loaded: (remote, ms) => send(remote, 'loaded', '', ms),
    failed: (remote, code, ms) => send(remote, 'failed', code, ms),
  };
}
