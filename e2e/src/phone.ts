import type { Page } from '@playwright/test';
import { WalletKit, type WalletKitTypes } from '@reown/walletkit';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { Core } from '@walletconnect/core';
import { buildApprovedNamespaces, getSdkError } from '@walletconnect/utils';
import decodeQR from 'qr/decode.js';
import type { Hex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { sendTransaction, type Transaction } from './send-transaction.ts';

type Kit = Awaited<ReturnType<typeof WalletKit.init>>;

/** A wallet app on a phone: the real wallet side of WalletConnect, with a real key. */
export interface Phone {
  readonly address: string;
  /** Requested methods, in order. */
  readonly asked: string[];
  /** Requests that its user rejects: 'connection' or a method. */
  readonly rejects: Set<string>;
  /** Leaves requests for a method unanswered until the returned function is called. */
  hold(method: string): () => void;
  /** Scans a code. */
  scan(uri: string): Promise<void>;
  /** Ends the connection in the app. */
  disconnect(): Promise<void>;
  /** Switches the chain in the app. */
  chooseChain(chainId: number): Promise<void>;
  stop(): Promise<void>;
}

interface PhoneOptions {
  relayUrl: string;
  privateKey: Hex;
  /** The RPC that the app uses for every chain. */
  rpcUrl: string;
  /** The chains it knows; only 480 by default. */
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
export async function startPhone({ relayUrl, ...options }: PhoneOptions): Promise<Phone> {
  process.env.IS_VITEST = 'true'; // keeps the library from fetching attestations from the internet
  phones += 1;
  const core = new Core({
    projectId: '0'.repeat(32),
    relayUrl,
    customStoragePrefix: `phone-${process.pid}-${phones}`,
    telemetryEnabled: false,
    logger: 'silent',
  });
  const metadata = { name: 'Story phone', description: 'A phone', url: 'https://phone.example', icons: [] };
  return new WalletApp(await withTimeout('starting', WalletKit.init({ core, metadata })), options);
}

class WalletApp implements Phone {
  readonly asked: string[] = [];
  readonly rejects = new Set<string>();
  readonly #held = new Map<string, Promise<void>>();
  readonly #kit: Kit;
  readonly #account: PrivateKeyAccount;
  readonly #rpcUrl: string;
  readonly #chains: number[];

  constructor(kit: Kit, { privateKey, rpcUrl, chains = [480] }: Omit<PhoneOptions, 'relayUrl'>) {
    this.#kit = kit;
    this.#account = privateKeyToAccount(privateKey);
    this.#rpcUrl = rpcUrl;
    this.#chains = chains;
    kit.on('session_proposal', (proposal) => this.#handleProposal(proposal));
    kit.on('session_request', (request) => this.#handleRequest(request));
  }

  get address(): string {
    return this.#account.address;
  }

  hold(method: string): () => void {
    let release!: () => void;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#held.set(method, held);
    return release;
  }

  async scan(uri: string): Promise<void> {
    await withTimeout('pairing', this.#kit.pair({ uri }));
  }

  async disconnect(): Promise<void> {
    const reason = getSdkError('USER_DISCONNECTED');
    for (const topic of this.#topics())
      await withTimeout('disconnecting', this.#kit.disconnectSession({ topic, reason }));
  }

  async chooseChain(chainId: number): Promise<void> {
    for (const topic of this.#topics()) {
      const namespaces = { eip155: this.#namespace([...this.#chains, chainId]) };
      // The page handles requests in their order, so nothing has to be waited for. The library's `acknowledged()` would
      // wait forever if the page responded before it was called.
      await withTimeout('changing the chain', this.#kit.updateSession({ topic, namespaces }));
      const event = { name: 'chainChanged', data: chainId };
      await this.#kit.emitSessionEvent({ topic, event, chainId: `eip155:${chainId}` });
    }
  }

  async stop(): Promise<void> {
    await this.#kit.core.relayer.transportClose();
    this.#kit.core.heartbeat.stop();
  }

  #topics(): string[] {
    return Object.keys(this.#kit.getActiveSessions());
  }

  #namespace(chainIds: number[]) {
    const chains = chainIds.map((id) => `eip155:${id}`);
    const accounts = chains.map((chain) => `${chain}:${this.#account.address}`);
    return { chains, methods: METHODS, events: ['accountsChanged', 'chainChanged'], accounts };
  }

  async #handleProposal({ id, params }: WalletKitTypes.SessionProposal): Promise<void> {
    if (this.rejects.has('connection')) {
      await this.#kit.rejectSession({ id, reason: getSdkError('USER_REJECTED') });
      return;
    }
    const supportedNamespaces = { eip155: this.#namespace(this.#chains) };
    const namespaces = buildApprovedNamespaces({ proposal: params, supportedNamespaces });
    // A closed page never confirms; the test decides whether that matters.
    await this.#kit.approveSession({ id, namespaces }).catch(() => undefined);
  }

  async #handleRequest({ id, topic, params: { request } }: WalletKitTypes.SessionRequest): Promise<void> {
    this.asked.push(request.method);
    await this.#held.get(request.method);
    const respond = (outcome: { result: unknown } | { error: { code: number; message: string } }) =>
      this.#kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...outcome } as never });
    if (this.rejects.has(request.method)) return respond({ error: getSdkError('USER_REJECTED') });
    try {
      await respond({ result: await this.#perform(request.method, request.params as [Hex, ...unknown[]]) });
    } catch (error) {
      await respond({ error: { code: -32000, message: String(error) } });
    }
  }

  /** Signs with its own key; forwards everything else to the chain. */
  async #perform(method: string, params: [Hex, ...unknown[]]): Promise<unknown> {
    if (method === 'personal_sign') return this.#account.signMessage({ message: { raw: params[0] } });
    if (method === 'wallet_switchEthereumChain' || method === 'wallet_addEthereumChain') return null;
    const call = (name: string, args: unknown[]) => rpc(this.#rpcUrl, name, args);
    if (method === 'eth_sendTransaction')
      return sendTransaction(this.#account, params[0] as unknown as Transaction, call);
    return call(method, params);
  }
}

/** Names the step in the error, unlike the timeout of the test. */
async function withTimeout<T>(step: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${step} the phone took too long`)), 45_000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Reads the code on the screen from its pixels, like a camera. */
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
 * Replaces WalletConnect's Verify, which tells phones the requesting page. Its frame responds locally, without the internet.
 */
export async function serveVerify(page: Page): Promise<void> {
  const script = `
    const id = new URLSearchParams(location.search).get('id');
    const encode = (value) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    const attestation = [encode({ alg: 'ES256', typ: 'JWT' }), encode({ id }), encode('unsigned')].join('.');
    parent.postMessage(JSON.stringify({ type: 'verify_attestation', attestation }), '*');`;
  await page.route('https://verify.walletconnect.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<script>${script}</script>` }),
  );
}
