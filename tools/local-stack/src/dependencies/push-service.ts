import { createDecipheriv, createECDH, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushMessage } from '@touchline/api/http/notifications';

/** A subscription as `PushSubscription.toJSON` returns it. */
export interface PushSubscriptionJson {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** A browser that is subscribed to the push service. */
export interface PushDevice {
  /** SHA-256 of the endpoint. */
  id: string;
  subscription: PushSubscriptionJson;
  /** Decrypted messages that the service has accepted, in order. */
  messages: PushMessage[];
  /** Headers of the last request. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Number of requests, including those that were not accepted. */
  requests: number;
  /** Status of the next responses; 201 by default. */
  status: number;
}

/** A push service (RFC 8030) of this machine, for tests. It accepts messages and decrypts them with the devices' keys. */
export interface PushService {
  origin: string;
  subscribe(): PushDevice;
  stop(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, { device: PushDevice; decrypt: (body: Buffer) => string }>();
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const found = devices.get(request.url ?? '');
    if (!found) return response.writeHead(404).end();
    const { device, decrypt } = found;
    device.requests += 1;
    device.headers = request.headers;
    if (device.status === 201) device.messages.push(JSON.parse(decrypt(body)) as PushMessage);
    return response.writeHead(device.status).end();
  });
  // A client must never reuse a connection that is being closed.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    subscribe() {
      const path = `/push/${randomBytes(12).toString('hex')}`;
      const endpoint = origin + path;
      const { keys, decrypt } = createKeys();
      const device: PushDevice = {
        id: createHash('sha256').update(endpoint).digest('hex'),
        subscription: { endpoint, keys },
        messages: [],
        headers: {},
        requests: 0,
        status: 201,
      };
      devices.set(path, { device, decrypt });
      return device;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Creates the keys of a device, and decrypts messages for it (RFC 8291 with the content coding aes128gcm of RFC 8188). */
function createKeys() {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') };
  const decrypt = (body: Buffer) => {
    const salt = body.subarray(0, 16);
    const senderKey = body.subarray(21, 21 + body.readUInt8(20));
    const sealed = body.subarray(21 + senderKey.length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
    const secret = hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32);
    const derive = (label: string, length: number) =>
      Buffer.from(
        hkdfSync('sha256', Buffer.from(secret), salt, Buffer.from(`Content-Encoding: ${label}\0`), length),
      );
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  };
  return { keys, decrypt };
}
