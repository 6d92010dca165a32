import webPush from 'web-push';
import type { GamesEnv } from '../env.ts';

/** Key pair that identifies the server to push services (VAPID, RFC 8292). */
export interface PushSettings {
  publicKey: string;
  privateKey: string;
  /** Contact for operators of push services: mailto: or https:. */
  contact: string;
  /** Push services that messages may be sent to: host names, `*.domain`, or the origin of one without TLS. */
  services: readonly string[];
}

/** Reads the settings of notifications; null without keys. @throws Error if only some of the variables are set */
export function readPushSettings(env: GamesEnv): PushSettings | null {
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey, PUSH_CONTACT: contact } = env;
  if (!publicKey && !privateKey) return null;
  if (!publicKey || !privateKey || !contact)
    throw new Error('PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY and PUSH_CONTACT must be set together.');
  const services = env.PUSH_SERVICES.split(',').map((service) => service.trim());
  return { publicKey, privateKey, contact, services: services.filter(Boolean) };
}

interface Target {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Result of a request to a push service. */
export type Sent =
  | { result: 'accepted' | 'rejected' | 'removed' }
  /** `afterMs`: as the push service asks; null if it does not say. */
  | { result: 'retry'; afterMs: number | null };

const TIMEOUT_MS = 10_000;

/**
 * Finds the allowed push service that an endpoint belongs to; null without one. The list is the protection against endpoints inside the
 * deployment's network: a client chooses the endpoint, and the server sends requests to it.
 */
export function findPushService(endpoint: string, services: readonly string[]): string | null {
  if (!URL.canParse(endpoint)) return null;
  const { protocol, hostname, host, port, origin, username, password } = new URL(endpoint);
  if (username || password) return null;
  const found = services.find((service) => {
    if (service.includes('://')) return service === origin;
    if (protocol !== 'https:') return false;
    if (service.startsWith('*.')) return port === '' && hostname.endsWith(service.slice(1));
    return service === host;
  });
  return found ?? null;
}

/** Encrypts a message and sends it. Redirects are not followed, and response bodies are not read. */
export async function sendMessage(
  settings: PushSettings,
  { endpoint, p256dh, auth }: Target,
  message: { payload: string; ttlSeconds: number; urgent: boolean },
): Promise<Sent> {
  if (!findPushService(endpoint, settings.services)) return { result: 'removed' };
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      message.payload,
      {
        vapidDetails: {
          subject: settings.contact,
          publicKey: settings.publicKey,
          privateKey: settings.privateKey,
        },
        TTL: message.ttlSeconds,
        urgency: message.urgent ? 'high' : 'normal',
      },
    );
    const { 'Content-Length': _, ...rest } = headers as Record<string, string>;
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { ...rest, TTL: String(message.ttlSeconds) },
      body: body && new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return readResult(response);
  } catch {
    return { result: 'retry', afterMs: null };
  }
}

/** RFC 8030: 201 is success, 404 and 410 mean that the subscription has ended, 429 and 5xx are temporary. */
function readResult({ status, ok, headers }: Response): Sent {
  if (ok) return { result: 'accepted' };
  if (status === 404 || status === 410) return { result: 'removed' };
  if (status !== 429 && status < 500) return { result: 'rejected' };
  const seconds = Number(headers.get('retry-after'));
  return { result: 'retry', afterMs: seconds > 0 ? seconds * 1_000 : null };
}
