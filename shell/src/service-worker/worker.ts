import type { PushMessage } from '@touchline/api/http/notifications';
import { keepStartedPage, respond } from './code.ts';
import { handlePress, showMessage } from './notifications.ts';
import type { WorkerScope } from './worker-scope.ts';

declare const self: WorkerScope;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const found = respond(self, event.request);
  if (found) event.respondWith(found.response);
});
self.addEventListener('message', (event) => {
  if (event.data.kind !== 'started') return;
  // A page that was on its way while the worker was activated belongs to no worker.
  event.waitUntil(Promise.all([self.clients.claim(), keepStartedPage(self, event.data.files)]));
});
self.addEventListener('push', (event) => {
  const message = event.data?.json() as PushMessage | undefined;
  if (message) event.waitUntil(showMessage(self, message));
});
self.addEventListener('notificationclick', (event) => event.waitUntil(handlePress(self, event)));
