import type { Connector } from 'wagmi';
import { connect, disconnect } from 'wagmi/actions';
import { abandonAttempt } from './abandon-attempt.ts';
import type { Wagmi } from './wagmi-config.ts';

/** Connection request as a QR code. */
export interface QrCode {
  /** `wc:...`, for "Copy link" and for wallets on the same phone. */
  uri: string;
  /** Modules per side, including the quiet zone. */
  size: number;
  /** SVG path of the dark modules. */
  path: string;
}

/** QR code wallets, loaded on demand. */
export interface QrKit {
  connector: Connector;
  draw(uri: string): QrCode;
  /** Expires the pending proposal. A later response has no effect. */
  abandon(): Promise<void>;
  /** Calls the listener when the phone has approved, before the session arrives. Resolves with the unsubscribe function. */
  onApproved(listener: () => void): Promise<() => void>;
}

/** Timeout for loading the QR kit and for the relay's response. */
const CODE_TIMEOUT_MS = 20_000;
/** Timeout for the scan: the library's own lifetime of a proposal. */
const SCAN_TIMEOUT_MS = 5 * 60_000;
/**
 * Timeout from the approval on the phone to the session. The library repeats a message that was lost with its connection after 15 to
 * 20 seconds, then every 5.
 */
const SESSION_TIMEOUT_MS = 40_000;

const TIMEOUT_TEXT = {
  code: 'The QR connection failed. Check your internet connection and try again.',
  scan: 'The QR code has expired. Request a new one.',
  session: 'Your wallet approved, but the connection was not completed. Try again.',
};

/** Thrown if the user cancels. */
export class QrCancelled extends Error {}

interface Attempt {
  cancelled: AbortSignal;
  onCode(code: QrCode): void;
}

/**
 * Connects a phone: loads the QR kit, shows a code and waits for the scan and the approval.
 * @throws the phone's rejection, an Error on timeout, or QrCancelled
 */
export async function connectByQr(config: Wagmi, loading: Promise<QrKit>, attempt: Attempt): Promise<void> {
  const limits = createTimeLimits(attempt.cancelled);
  limits.set('code', CODE_TIMEOUT_MS);
  try {
    const kit = await Promise.race([loading, limits.over]);
    await connectPhone(config, kit, limits, attempt);
  } finally {
    limits.clear();
  }
}

async function connectPhone(
  config: Wagmi,
  kit: QrKit,
  limits: TimeLimits,
  { onCode }: Attempt,
): Promise<void> {
  const { connector } = kit;
  const onMessage = ({ type, data }: { type: string; data?: unknown }) => {
    if (type !== 'display_uri' || typeof data !== 'string') return;
    limits.set('scan', SCAN_TIMEOUT_MS);
    onCode(kit.draw(data));
  };
  connector.emitter.on('message', onMessage);
  const unsubscribe = kit.onApproved(() => limits.set('session', SESSION_TIMEOUT_MS)).catch(() => () => {});
  const attempt = connect(config, { connector });
  let over = false;
  attempt.then(
    // A late approval must not connect a user who has cancelled.
    () => (over ? disconnect(config, { connector }) : undefined),
    () => undefined,
  );
  try {
    await Promise.race([attempt, limits.over]);
  } catch (error) {
    over = true;
    throw isProposalExpired(error) ? new Error(TIMEOUT_TEXT.scan) : error;
  } finally {
    connector.emitter.off('message', onMessage);
    void unsubscribe.then((stop) => stop());
    if (over) {
      kit.abandon().catch(() => undefined);
      abandonAttempt(config);
    }
  }
}

const isProposalExpired = (error: unknown) =>
  error instanceof Error && /proposal expired/i.test(error.message);

type TimeLimits = ReturnType<typeof createTimeLimits>;

/** Creates timeouts, one at a time. `over` rejects when a timeout expires or the user cancels. */
function createTimeLimits(cancelled: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let fail: (error: Error) => void = () => {};
  const over = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const stop = () => fail(new QrCancelled());
  cancelled.addEventListener('abort', stop);
  if (cancelled.aborted) stop();
  return {
    over,
    set(step: keyof typeof TIMEOUT_TEXT, ms: number) {
      clearTimeout(timer);
      timer = setTimeout(() => fail(new Error(TIMEOUT_TEXT[step])), ms);
    },
    clear() {
      clearTimeout(timer);
      cancelled.removeEventListener('abort', stop);
    },
  };
}
