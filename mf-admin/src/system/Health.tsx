import { adminHealth, type ServiceHealth } from '@touchline/api/http/admin-overview';
import { Badge } from '@touchline/ui/base';
import { plural } from '@touchline/ui/format';
import { POLLED, useAdminQuery } from '../admin.queries.ts';
import { Loaded } from '../components/Loaded.tsx';
import { Panel } from '../components/Panel.tsx';
import { formatInstant, formatNumber } from '../format.ts';
import { Item, Lines } from './Item.tsx';
import classes from './system.module.css';

/** Health of every service: replicas, pending events, NATS, feed and chain. */
export function Health() {
  const query = useAdminQuery(adminHealth, {}, POLLED);
  return (
    <Panel
      title="Health"
      aside={
        query.data ? (
          <span className={classes.muted}>Checked {formatInstant(query.data.checked_at)}</span>
        ) : null
      }
    >
      <Loaded query={query} what="health" rows={5} cardHeight={140}>
        {(data) => (
          <div className={classes.services}>
            {data.parts.map(({ part: service, health }) => (
              <Item
                key={service}
                name={service}
                badge={<State problems={health ? findProblems(health) : ['No response']} />}
              >
                <Lines lines={health ? listDetails(health) : ['The health check timed out.']} />
              </Item>
            ))}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function State({ problems }: { problems: readonly string[] }) {
  const [first] = problems;
  return <Badge color={first ? 'danger' : 'green'}>{first ?? 'Healthy'}</Badge>;
}

/** Ages in seconds above which the outbox and the feed are shown as late. The feed's is that of /readyz and the alert FeedStale. */
const MAX_EVENT_AGE_S = 30;
const MAX_FEED_AGE_S = 600;

/** Lists the problems of a service, the most severe first. */
function findProblems({ replicas, outbox, bus, feed, chain }: ServiceHealth): string[] {
  return [
    replicas.length === 0 && 'No replicas',
    !bus.connected && 'NATS disconnected',
    chain?.rpcs.every(({ block }) => block === null) && 'Chain unavailable',
    chain !== null && !chain.agree && 'RPCs disagree',
    outbox !== null && outbox.waiting > 0 && outbox.oldest_seconds > MAX_EVENT_AGE_S && 'Outbox delayed',
    feed !== null && feed.age_seconds > MAX_FEED_AGE_S && 'Feed stale',
  ].filter((problem) => typeof problem === 'string');
}

function listDetails({ replicas, outbox, bus, feed, chain }: ServiceHealth): string[] {
  return [
    plural(replicas.length, 'replica'),
    ...replicas.map(({ id, started_at }) => `${id.slice(0, ID_LENGTH)}, since ${formatInstant(started_at)}`),
    ...(outbox
      ? [`Outbox: ${formatNumber(outbox.waiting)} pending, oldest ${formatAge(outbox.oldest_seconds)}`]
      : []),
    bus.connected ? 'NATS: connected' : 'NATS: disconnected',
    ...listLag(bus.lag),
    ...(feed
      ? [
          `Feed of season ${feed.season}: read ${formatAge(feed.age_seconds)} ago`,
          `${plural(feed.faults, 'unusable feed response')} in 24 hours`,
        ]
      : []),
    ...(chain?.rpcs.map(
      ({ host, block }) => `${host}: ${block === null ? 'down' : `block ${formatNumber(block)}`}`,
    ) ?? []),
    ...(chain ? [chain.agree ? 'RPCs agree' : 'RPCs disagree'] : []),
    ...(chain && chain.scanned_block !== null
      ? [`Transfers scanned up to block ${formatNumber(chain.scanned_block)}`]
      : []),
  ];
}

/** Lists the consumers with unhandled events. */
function listLag(lag: ServiceHealth['bus']['lag']): string[] {
  if (lag.length === 0) return [];
  const behind = lag.filter(({ waiting }) => waiting > 0);
  if (behind.length === 0) return ['Events: all handled'];
  return behind.map(({ consumer, waiting }) => `${consumer}: ${formatNumber(waiting)} pending`);
}

/** Enough of a UUID to find a replica in the log. */
const ID_LENGTH = 13;

const formatAge = (seconds: number) => `${formatNumber(Math.round(seconds))} s`;
