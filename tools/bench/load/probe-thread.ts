import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { ProbeOptions } from './probe.ts';

const { url, everyMs } = workerData as ProbeOptions;
const agent = new Agent({ keepAlive: true });
let sent: Promise<number>[] = [];

const measureRequest = (due: number) =>
  new Promise<number>((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - due);
        else reject(new Error(`${url}: status ${response.statusCode}`));
      });
    }).on('error', reject);
  });

parentPort!.on('message', () => {
  const taken = Promise.all(sent);
  sent = [];
  void taken.then((latencies) => parentPort!.postMessage(latencies));
});
for (let due = performance.now(); ; due += everyMs) {
  await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
  sent.push(measureRequest(due));
}
