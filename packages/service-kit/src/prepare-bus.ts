import { openBus } from './bus.ts';
import { createLog } from './log.ts';
import { updateStream } from './stream.ts';

// Runs once before the services start, with the operator's NATS_URL: services cannot change a stream that exists.
const url = process.env.NATS_URL;
if (!url) throw new Error('NATS_URL is missing');
const bus = openBus(url, { name: 'operator', log: createLog('prepare-bus', 'info') });
await updateStream(bus);
await bus.close();
