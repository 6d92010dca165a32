import * as dependencies from '@touchline/local-stack/testing';
import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { migrate } from '@touchline/service-kit/data/migrations';
import { createLog } from '@touchline/service-kit/process/log';
import { createMetrics } from '@touchline/service-kit/process/metrics';
import { test } from 'vitest';
import { createFeedClient } from '../feed/feed.client.ts';
import { createFeed } from '../feed/feed.ts';
import { migrations } from '../migrations.ts';
import { createSeasonCache } from '../snapshots/season-cache.ts';
import { relaySuite } from '../testing/relay-suite.ts';
import { waitForPolls } from '../testing/waits.ts';
import { startPoller } from './poller.ts';

const suite = relaySuite(dependencies);

test('poller reads bootstrap and matches at their intervals after the clock was set back', async () => {
  const db = suite.openDatabase();
  await migrate(db, migrations);
  const client = createFeedClient({ baseUrl: suite.feed.url });
  let setBackMs = 0;
  const poller = startPoller({
    db,
    feed: createFeed(client),
    seasons: createSeasonCache(db, () => poller.held()),
    calendar: {
      ...DEFAULT_CALENDAR,
      poll_bootstrap_seconds: 0.3,
      poll_live_seconds: 0.1,
      poll_idle_seconds: 0.1,
    },
    now: () => Date.now() - setBackMs,
    log: createLog('test', 'silent'),
    metrics: createMetrics('fpl-relay'),
    random: () => 0.5,
  });
  try {
    await waitForPolls(suite.feed);
    setBackMs = 2 * 3_600_000;
    await waitForPolls(suite.feed);
  } finally {
    await poller.stop();
    await client.close();
    await db.destroy();
  }
});
