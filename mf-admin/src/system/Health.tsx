import type { ServiceHealth } from '@touchline/api/http/admin-overview';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Badge } from '@touchline/ui/base';
import { plural } from '@touchline/ui/format';
import { CardsSkeleton } from '@touchline/ui/skeletons';
import { healthOf } from '../admin.queries.ts';
import { formatInstant, formatNumber } from '../format.ts';
import { Panel } from '../components/Panel.tsx';
import { Problem } from '../components/ErrorAlert.tsx';
import classes from './system.module.css';

/** Every part: replicas, events that wait, the bus, the feed, the chain. */
export function Health() {
  const { api } = useHost();
  const { data, error, refetch } = useQuery(healthOf(api));
  return (
    <Panel
      title="Health"
      aside={data ? <span className={classes.muted}>Checked {formatInstant(data.checked_at)}</span> : null}
    >
      {error ? <Problem title="Failed to load health" error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <div className={classes.parts}>
          {data.parts.map(({ part, health }) => (
            <section key={part} className={classes.part} aria-label={part}>
              <h3 className={classes.partName}>
                {part}
                <State troubles={health ? troublesOf(health) : ['No answer']} />
              </h3>
              <ul className={classes.list}>
                {(health ? factsOf(health) : ['This part did not answer in time.']).map((fact) => (
                  <li key={fact}>{fact}</li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      ) : error ? null : (
        <CardsSkeleton rows={5} height={140} label="Loading health" />
      )}
    </Panel>
  );
}

function State({ troubles }: { troubles: readonly string[] }) {
  const [first] = troubles;
  return <Badge color={first ? 'danger' : 'green'}>{first ?? 'Well'}</Badge>;
}

/** Seconds that an event or the feed may wait before somebody should look. */
const LATE_EVENT_S = 30;
const LATE_FEED_S = 1_200;

/** What is wrong with a part, the worst first. */
function troublesOf({ replicas, outbox, bus, feed, chain }: ServiceHealth): string[] {
  return [
    replicas.length === 0 && 'No replica',
    !bus.connected && 'Bus away',
    chain?.rpcs.every(({ block }) => block === null) && 'Chain away',
    chain !== null && !chain.agree && 'RPCs disagree',
    outbox !== null && outbox.waiting > 0 && outbox.oldest_seconds > LATE_EVENT_S && 'Outbox late',
    feed !== null && feed.age_seconds > LATE_FEED_S && 'Feed late',
  ].filter((trouble) => typeof trouble === 'string');
}

function factsOf({ replicas, outbox, bus, feed, chain }: ServiceHealth): string[] {
  return [
    plural(replicas.length, 'replica'),
    ...replicas.map(({ id, started_at }) => `${id}, since ${formatInstant(started_at)}`),
    ...(outbox
      ? [`Outbox: ${formatNumber(outbox.waiting)} waiting, the oldest ${age(outbox.oldest_seconds)}`]
      : []),
    bus.connected ? 'Bus: connected' : 'Bus: not connected',
    ...bus.lag.map(({ consumer, waiting }) => `${consumer}: ${formatNumber(waiting)} waiting`),
    ...(feed
      ? [`Feed of ${feed.season}: ${age(feed.age_seconds)} old, ${plural(feed.faults, 'fault')}`]
      : []),
    ...(chain?.rpcs.map(
      ({ host, block }) => `${host}: ${block === null ? 'down' : `block ${formatNumber(block)}`}`,
    ) ?? []),
    ...(chain ? [chain.agree ? 'RPCs agree' : 'RPCs disagree'] : []),
    ...(chain && chain.scanned_block !== null
      ? [`Transfers known to block ${formatNumber(chain.scanned_block)}`]
      : []),
  ];
}

const age = (seconds: number) => `${formatNumber(Math.round(seconds))} s`;
