import { readEnv, serviceEnv } from '../process/env.ts';
import { createLog } from '../process/log.ts';
import { openBus } from './bus.ts';
import { purgeStream, updateStream } from './stream.ts';

// Runs once before the services start, with the operator's NATS_URL: services cannot change an existing stream. `--purge` also removes
// all events, after the database was restored: they may name versions that it no longer has.
const { NATS_URL: url } = readEnv(serviceEnv.pick({ NATS_URL: true }));
const bus = openBus(url, { name: 'operator', log: createLog('prepare-bus', 'info') });
await updateStream(bus);
if (process.argv.includes('--purge')) await purgeStream(bus);
await bus.close();
