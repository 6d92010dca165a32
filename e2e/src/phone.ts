import type { Page } from '@playwright/test';
import { WalletKit } from '@reown/walletkit';
import { Core } from '@walletconnect/core';
import { buildApprovedNamespaces, getSdkError } from '@walletconnect/utils';
import decodeQR from 'qr/decode.js';
import { type Hex, hexToNumber } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** A wallet app on a phone: the real wallet side of WalletConnect, with a real key. */
export interface Phone {
  readonly address: string;
  /** What it was asked, by method, in order. */
  readonly asked: string[];
  /** What its user says no to: 'connection', or a method. */
  readonly refuses: Set<string>;
  /** The user scans a code. */
  scan(uri: string): Promise<void>;
  /** The user ends the connection in the app. */
  disconnect(): Promise<void>;
  /** The user moves the connection to another chain. */
  chooseChain(chainId: number): Promise<void>;
  stop(): Promise<void>;
}

interface PhoneOptions {
  relayUrl: string;
  privateKey: Hex;
  /** The RPC that the app uses for every chain. */
  rpcUrl: string;
  /** Chains that it knows; 480 alone unless given. */
  chains?: number[];
}

const METHODS = [
  'eth_sendTransaction',
  'personal_sign',
  'eth_getBlockByNumber',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
];

let phones = 0;

/** Switches a phone on. */
export async function startPhone(options: PhoneOptions): Promise<Phone> {
  const { relayUrl, privateKey, rpcUrl, chains = [480] } = options;
  // No attestation is asked of the internet.
  process.env.IS_VITEST = 'true';
  phones += 1;
  const core = new Core({
    projectId: '0'.repeat(32),
    relayUrl,
    customStoragePrefix: `phone-${process.pid}-${phones}`,
    telemetryEnabled: false,
    logger: 'silent',
  });
  const metadata = { name: 'Story phone', description: 'A phone', url: 'https://phone.example', icons: [] };
  const kit = await inTime('starts', WalletKit.init({ core, metadata }));
  const account = privateKeyToAccount(privateKey);
  const phone: Phone = {
    address: account.address,
    asked: [],
    refuses: new Set(),
    async scan(uri) {
      await inTime('scans', kit.pair({ uri }));
    },
    async disconnect() {
      for (const topic of Object.keys(kit.getActiveSessions()))
        await inTime(
          'disconnects',
          kit.disconnectSession({ topic, reason: getSdkError('USER_DISCONNECTED') }),
        );
    },
    async chooseChain(chainId) {
      for (const topic of Object.keys(kit.getActiveSessions())) {
        const namespaces = { eip155: onChains([...chains, chainId]) };
        const { acknowledged } = await kit.updateSession({ topic, namespaces });
        await inTime('is heard', acknowledged());
        await kit.emitSessionEvent({
          topic,
          event: { name: 'chainChanged', data: chainId },
          chainId: `eip155:${chainId}`,
        });
      }
    },
    async stop() {
      await core.relayer.transportClose();
      core.heartbeat.stop();
    },
  };

  function onChains(ids: number[]) {
    const names = ids.map((id) => `eip155:${id}`);
    return {
      chains: names,
      methods: METHODS,
      events: ['accountsChanged', 'chainChanged'],
      accounts: names.map((name) => `${name}:${account.address}`),
    };
  }

  kit.on('session_proposal', async ({ id, params }) => {
    if (phone.refuses.has('connection')) {
      await kit.rejectSession({ id, reason: getSdkError('USER_REJECTED') });
      return;
    }
    const namespaces = buildApprovedNamespaces({
      proposal: params,
      supportedNamespaces: { eip155: onChains(chains) },
    });
    // A page that has gone away never confirms; that is the page's story.
    await kit.approveSession({ id, namespaces }).catch(() => undefined);
  });

  kit.on('session_request', async ({ id, topic, params: { request } }) => {
    phone.asked.push(request.method);
    const respond = (outcome: { result: unknown } | { error: { code: number; message: string } }) =>
      kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...outcome } as never });
    if (phone.refuses.has(request.method)) return respond({ error: getSdkError('USER_REJECTED') });
    try {
      await respond({ result: await perform(request.method, request.params as [Hex, ...unknown[]]) });
    } catch (error) {
      await respond({ error: { code: -32000, message: String(error) } });
    }
  });

  /** Signs with its own key; everything else goes to the chain that it believes in. */
  async function perform(method: string, params: [Hex, ...unknown[]]): Promise<unknown> {
    if (method === 'personal_sign') return account.signMessage({ message: { raw: params[0] } });
    if (method === 'eth_sendTransaction') return send(params[0] as unknown as Sent);
    if (method === 'wallet_switchEthereumChain' || method === 'wallet_addEthereumChain') return null;
    return call(method, params);
  }

  interface Sent {
    to: Hex;
    data: Hex;
    chainId?: Hex;
  }
  async function send({ to, data }: Sent): Promise<unknown> {
    const [nonce, gas, price] = (await Promise.all([
      call('eth_getTransactionCount', [account.address, 'pending']),
      call('eth_estimateGas', [{ from: account.address, to, data }]),
      call('eth_gasPrice', []),
    ])) as [Hex, Hex, Hex];
    const signed = await account.signTransaction({
      ...{ to, data, chainId: 480, type: 'eip1559', nonce: hexToNumber(nonce), gas: BigInt(gas) * 2n },
      maxFeePerGas: BigInt(price) * 2n,
      maxPriorityFeePerGas: 1n,
    });
    return call('eth_sendRawTransaction', [signed]);
  }

  async function call(method: string, params: unknown[]): Promise<unknown> {
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } };
    if (error) throw new Error(error.message);
    return result;
  }

  return phone;
}

/** A story that waits for a phone says what for. */
async function inTime<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came of it when the phone ${what}`)), 45_000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Reads the code on the screen as a camera does: from its pixels. */
export async function readCode(page: Page): Promise<string> {
  const picture = page.getByRole('img', { name: 'QR code for your wallet app' }).first();
  const png = (await picture.screenshot()).toString('base64');
  const { width, height, data } = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, image.width, image.height);
    return { width: pixels.width, height: pixels.height, data: [...pixels.data] };
  }, png);
  return decodeQR({ width, height, data: Uint8ClampedArray.from(data) });
}

/**
 * Stands in for WalletConnect's Verify, which tells phones which page really asks: its frame answers in the page's own words,
 * so that nobody waits for the internet.
 */
export async function answerVerify(page: Page): Promise<void> {
  const script = `
    const id = new URLSearchParams(location.search).get('id');
    const part = (value) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    const attestation = [part({ alg: 'ES256', typ: 'JWT' }), part({ id }), part('unsigned')].join('.');
    parent.postMessage(JSON.stringify({ type: 'verify_attestation', attestation }), '*');`;
  await page.route('https://verify.walletconnect.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<script>${script}</script>` }),
  );
}
