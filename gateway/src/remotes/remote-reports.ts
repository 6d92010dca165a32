import type { RemoteReport } from '@touchline/api/http/remote-reports';
import type { Log } from '@touchline/service-kit/log';
import type { Metrics } from '@touchline/service-kit/metrics';
import ipaddr from 'ipaddr.js';
import type { Knex } from 'knex';
import type { Registry } from './registry.ts';
import type { Releases } from './releases.ts';
import type { RemoteErrors } from './remote-errors.ts';

const WINDOW_MS = 10 * 60_000;

/** When a version is returned. */
export interface RollbackRule {
  /** It failed in so many networks ... */
  networks: number;
  /** ... and in so many percent of those that said how it went. */
  percent: number;
}

interface ReportsDeps {
  db: Knex;
  registry: Registry;
  releases: Pick<Releases, 'rollBackVersion'>;
  errors: Pick<RemoteErrors, 'report'>;
  rule: RollbackRule;
  log: Log;
  metrics: Metrics | undefined;
  /** Epoch ms. */
  now: () => number;
}

export interface RemoteReports {
  /** Counts a report; returns the version if it was one failure too many. False: visitors do not get this version. */
  record(report: RemoteReport, address: string): Promise<boolean>;
  /** Forgets the reports of earlier windows. */
  deleteOld(): Promise<void>;
}

/**
 * How versions go in browsers. A network counts once and a failure of it stays for the window, so nobody returns a healthy
 * version by reporting often: it takes several networks, and a share of all that have reported.
 */
export function createRemoteReports({
  db,
  registry,
  releases,
  errors,
  rule,
  log,
  metrics,
  now,
}: ReportsDeps): RemoteReports {
  const measure = createReportMetrics(metrics);

  async function rollBackIfBroken({ name, version, code }: RemoteReport): Promise<void> {
    const { failed, all } = await db('remote_reports')
      .where({ name, version })
      .where('seen_at', '>', new Date(now() - WINDOW_MS))
      .first(db.raw('count(failed_at)::int as failed'), db.raw('count(*)::int as "all"'));
    if (failed < rule.networks || failed * 100 < rule.percent * all) return;
    const because = `It failed in ${failed} of ${all} networks (${code}).`;
    const returned = await releases.rollBackVersion(name, version, because);
    log.error({ name, version, failed, all, code, returned }, 'a remote fails in browsers');
    errors.report(
      name,
      version,
      returned ? `Returned: ${because}` : `${because} No earlier version is left.`,
    );
    if (returned) measure.returned(name);
  }

  return {
    async record(report, address) {
      const { name, version, outcome, code } = report;
      if (!(await registry.isOffered(name, version))) return false;
      measure.took(report);
      const at = new Date(now());
      const failed_at = outcome === 'failed' ? at : null;
      await db('remote_reports')
        .insert({ name, version, network: getNetwork(address), seen_at: at, failed_at })
        .onConflict(['name', 'version', 'network'])
        .merge({ seen_at: at, failed_at: db.raw('coalesce(excluded.failed_at, remote_reports.failed_at)') });
      if (outcome === 'failed') {
        errors.report(name, version, `It failed in a browser (${code}).`);
        await rollBackIfBroken(report);
      }
      return true;
    },
    async deleteOld() {
      await db('remote_reports')
        .where('seen_at', '<', new Date(now() - WINDOW_MS))
        .delete();
    },
  };
}

/** What one visitor may have many addresses of: an IPv4 /24, an IPv6 /48. */
export function getNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join('.')}.0/24`;
  return `${parsed.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}::/48`;
}

function createReportMetrics(metrics: Metrics | undefined) {
  const outcomes = metrics?.counter('remote_outcomes_total', 'How remotes went in browsers', [
    'remote',
    'version',
    'outcome',
  ]);
  const seconds = metrics?.histogram('remote_load_seconds', 'How long browsers took to load a remote', [
    'remote',
  ]);
  const returns = metrics?.counter('remote_returns_total', 'Versions returned because they failed', [
    'remote',
  ]);
  return {
    took({ name, version, outcome, ms }: RemoteReport) {
      outcomes?.inc({ remote: name, version, outcome });
      if (outcome === 'loaded') seconds?.observe({ remote: name }, ms / 1_000);
    },
    returned: (remote: string) => returns?.inc({ remote }),
  };
}
