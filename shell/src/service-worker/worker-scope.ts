/** The parts of a service worker's global scope in use. TypeScript's own types of workers and of pages exclude each other. */
export interface WorkerScope {
  /** Identifies the build of the shell (packages/federation/src/host-config.ts). */
  BUILD: string;
  registration: {
    showNotification(title: string, options: ShownOptions): Promise<void>;
    getNotifications(filter?: { tag?: string }): Promise<ShownNotification[]>;
    pushManager: Pick<PushManager, 'getSubscription'>;
  };
  clients: {
    claim(): Promise<void>;
    matchAll(filter: { type: 'window' }): Promise<WorkerClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  location: Pick<Location, 'origin'>;
  caches: CacheStorage;
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void;
}

interface WorkerClient {
  focus(): Promise<WorkerClient>;
  navigate(url: string): Promise<unknown>;
}

interface ShownOptions {
  body: string;
  tag: string;
  renotify: boolean;
  icon: string;
  badge: string;
  /** `shown_at`: epoch ms. */
  data: { url: string; device: string; shown_at: number };
  actions: { action: string; title: string }[];
}

export interface ShownNotification extends Pick<ShownOptions, 'body' | 'tag' | 'data'> {
  title: string;
  close(): void;
}

interface WaitingEvent {
  waitUntil(work: Promise<unknown>): void;
}

/** A page has started with these files (URLs). */
interface StartedMessage {
  kind: 'started';
  files: readonly string[];
}

interface WorkerEvents {
  install: WaitingEvent;
  activate: WaitingEvent;
  fetch: { request: Request; respondWith(response: Promise<Response>): void };
  message: WaitingEvent & { data: StartedMessage };
  push: WaitingEvent & { data: { json(): unknown } | null };
  notificationclick: WaitingEvent & { action: string; notification: ShownNotification };
}
