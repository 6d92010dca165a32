import { eventually } from '@touchline/service-kit/testing/waiting';
import { expect, it } from 'vitest';
import { startFakeServices } from './testing/fake-services.ts';
import { stakingSuite } from './testing/staking-suite.ts';

const suite = stakingSuite({ seasonEnd: Date.now() + 200 * 86_400_000 });

it('worker updates the metrics of the wallet while the relay is down', async () => {
  await suite.stake(1, '2000');
  await suite.services.stop();
  suite.services = startFakeServices(suite.nats.url, suite.services.season, ['relay']);
  await suite.app.stop();
  suite.app = await suite.start();
  await eventually(async () => {
    const metrics = await suite.app.metrics.text();
    expect(metrics).toMatch(/^wallet_balance_tokens{.*} 2000$/m);
    expect(metrics).toMatch(/^wallet_owed_tokens{.*what="locked".*} 2000$/m);
  });
  const { metrics } = suite.app;
  await suite.app.stop();
  // Another replica reports them from now on.
  expect(await metrics.text()).not.toMatch(/^wallet_/m);
  suite.app = await suite.start();
});
