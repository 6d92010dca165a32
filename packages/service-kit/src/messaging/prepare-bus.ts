import { readEnv, serviceEnv } from '../process/env.ts';
import { createLog } from '../process/log.ts';
import { openBus } from './bus.ts';
import { updateStream } from './stream.ts';

// Runs once before the services start, with the operator's NATS_URL: services cannot change an existing stream.
const { NATS_URL: url } = readEnv(serviceEnv.pick({ NATS_URL: true }));
const bus = openBus(url, { name: 'operator', log: createLog('prepare-bus', 'info') });
await updateStream(bus);
await bus.close();
