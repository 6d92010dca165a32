import type { RemoteReport } from '@touchline/api/http/remote-reports';
import type { Log } from '@touchline/service-kit/process/log';
import type { Metrics } from '@touchline/service-kit/process/metrics';
import ipaddr from 'ipaddr.js';
import type { Knex } from 'knex';
import type { Registry } from './registry.ts';
import type { Releases } from './releases.ts';
import type { RemoteErrors } from './remote-errors.ts';

const WINDOW_MS = 10 * 60_000;
/** Reports of guests cost an attacker only addresses; those of a player also need a wallet that signed in before the release. */
const PLAYER_WEIGHT = 3;

/** The error codes that the shell reports: its own, and those of the Module Federation runtime. */
const KNOWN_CODE =
  /^(REMOTE_(BLANK|BROKEN|CRASHED|INCOMPLETE|INVALID|MISSING|PAGE_MISSING|TIMEOUT)|VERSION_MISMATCH|(RUNTIME|TYPE)-0\d\d)$/;

/** Thresholds for the rollback of a version. */
export interface RollbackRule {
  /** Minimum number of networks in which it failed; one in which it failed for a player counts PLAYER_WEIGHT times. */
  networks: number;
  /** Minimum percentage of the reporting networks in which it failed, counted in the same way. */
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

export type RemoteReports = ReturnType<typeof createRemoteReports>;

/**
 * Collects browser reports about versions. A network counts once per window, so that a single client cannot cause the
 * rollback of a healthy version: failures must come from several networks, and from a percentage of all that reported.
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
}: ReportsDeps) {
  const counters = createReportMetrics(metrics);

  async function rollBackIfBroken(name: string, version: string, code: string): Promise<void> {
    const since = new Date(now() - WINDOW_MS);
    const weight = `max(case when player then ${PLAYER_WEIGHT} else 1 end)`;
    const networks = db('remote_reports')
      .where({ name, version })
      .where('seen_at', '>', since)
      .groupBy('network')
      .select(
        db.raw(`${weight} as weight`),
        db.raw(`${weight} filter (where failed_at > ?) as failed_weight`, [since]),
      );
    const { failed, all, failedWeight, allWeight } = await db
      .from(networks.as('networks'))
      .first(
        db.raw('count(failed_weight)::int as failed'),
        db.raw('count(*)::int as "all"'),
        db.raw('coalesce(sum(failed_weight), 0)::int as "failedWeight"'),
        db.raw('coalesce(sum(weight), 0)::int as "allWeight"'),
      );
    if (failedWeight < rule.networks || failedWeight * 100 < rule.percent * allWeight) return;
    const because = `It failed in ${failed} of ${all} networks (${code}).`;
    const outcome = await releases.rollBackVersion(name, version, because);
    // Another report has rolled it back.
    if (outcome === 'not-offered') return;
    const rolled_back = outcome === 'rolled-back';
    log.error({ name, version, failed, all, code, rolled_back }, 'remote version failing in browsers');
    errors.report(
      name,
      version,
      rolled_back
        ? `Rolled back: ${because}`
        : 'It fails in browsers, and there is no earlier version to which it can be rolled back automatically.',
    );
    if (rolled_back) counters.rolledBack(name);
  }

  return {
    /**
     * Counts a report; rolls back the version if it exceeds the thresholds. Returns false if the version is not offered.
     * @param signedUpAt when the reporting user first signed in (epoch ms); null for a guest
     */
    async record(report: RemoteReport, address: string, signedUpAt: number | null): Promise<boolean> {
      const { name, version, outcome } = report;
      const offered = await registry.findOffered(name, version);
      if (!offered) return false;
      const player = signedUpAt !== null && signedUpAt < offered.published_at;
      counters.reported(report);
      const at = new Date(now());
      const failed_at = outcome === 'failed' ? at : null;
      await db('remote_reports')
        .insert({ name, version, network: getNetwork(address), player, seen_at: at, failed_at })
        .onConflict(['name', 'version', 'network', 'player'])
        .merge({ seen_at: at, failed_at: db.raw('coalesce(excluded.failed_at, remote_reports.failed_at)') });
      if (outcome === 'failed') {
        // Each text is a stored error, and any client may report any code.
        const code = KNOWN_CODE.test(report.code) ? report.code : 'OTHER';
        errors.report(name, version, `It failed in a browser (${code}).`);
        await rollBackIfBroken(name, version, code);
      }
      return true;
    },
    /** Deletes the reports of earlier windows. */
    async deleteOld() {
      await db('remote_reports')
        .where('seen_at', '<', new Date(now() - WINDOW_MS))
        .delete();
    },
  };
}

/**
 * Returns the network of an address: IPv4 /24, IPv6 /32. A /32 is what a provider gets; the /48 of a customer costs next to
 * nothing, and one customer may have several. A version that is broken fails in networks of many providers.
 */
function getNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join('.')}.0/24`;
  const [first = 0, second = 0] = parsed.parts;
  return `${first.toString(16)}:${second.toString(16)}::/32`;
}

function createReportMetrics(metrics: Metrics | undefined) {
  const outcomes = metrics?.counter('remote_outcomes_total', 'Outcomes of remotes in browsers', [
    'remote',
    'version',
    'outcome',
  ]);
  const seconds = metrics?.histogram('remote_load_seconds', 'Load time of remotes in browsers', ['remote']);
  const rollbacks = metrics?.counter(
    'remote_rollbacks_total',
    'Remote versions rolled back because they failed',
    ['remote'],
  );
  return {
    reported({ name, version, outcome, ms }: RemoteReport) {
      outcomes?.inc({ remote: name, version, outcome });
      if (outcome === 'loaded') seconds?.observe({ remote: name }, ms / 1_000);
    },
    rolledBack: (remote: string) => rollbacks?.inc({ remote }),
  };
}
