const REJECTED_CODES = new Set([4001, 5000]);
const REJECTED_TEXT = /user rejected|user denied|connection request reset/i;
const UNKNOWN_CHAIN_CODE = 4902;
const ALREADY_OPEN_CODE = -32002;

export interface WalletErrorLayer {
  code?: unknown;
  message?: unknown;
  shortMessage?: unknown;
  details?: unknown;
  cause?: unknown;
  data?: unknown;
  reason?: unknown;
}

/** Lists an error and the errors that it wraps, in `cause` or in `data.originalError` of mobile wallets, outermost first. */
export function unwrapErrors(error: unknown): WalletErrorLayer[] {
  const layers: WalletErrorLayer[] = [];
  let next: unknown = error;
  while (typeof next === 'object' && next !== null && !layers.includes(next)) {
    const layer: WalletErrorLayer = next;
    layers.push(layer);
    next = layer.cause ?? (layer.data as { originalError?: unknown } | null | undefined)?.originalError;
  }
  return layers;
}

const listTexts = (layer: WalletErrorLayer) =>
  [layer.shortMessage, layer.details, layer.message].filter((text) => typeof text === 'string');

/** WALLET-06: true if the user declined the request in the wallet. */
export function isRejection(error: unknown): boolean {
  return unwrapErrors(error).some(
    (layer) =>
      (typeof layer.code === 'number' && REJECTED_CODES.has(layer.code)) ||
      listTexts(layer).some((text) => REJECTED_TEXT.test(text)),
  );
}

/** WALLET-14: true if the wallet does not know the chain. */
export function isUnknownChain(error: unknown): boolean {
  return unwrapErrors(error).some(
    (layer) => listTexts(layer).some((text) => /unrecognized chain/i.test(text)) || isCode4902(layer),
  );
}

/** Ignores viem's SwitchChainError, which always has this code, regardless of the wallet's response. */
const isCode4902 = (layer: WalletErrorLayer) =>
  layer.code === UNKNOWN_CHAIN_CODE && (layer as { name?: unknown }).name !== 'SwitchChainError';

/** The innermost error, which is the wallet's own. */
export function getInnermostError(error: unknown): unknown {
  return unwrapErrors(error).at(-1) ?? error;
}

/** Message below the wallet buttons (WALLET-05). Null for a rejection (WALLET-06). */
export function getWalletMessage(error: unknown): string | null {
  if (isRejection(error)) return null;
  if (unwrapErrors(error).some((layer) => layer.code === ALREADY_OPEN_CODE))
    return 'Your wallet already has an open request. Complete it there.';
  const [outer] = unwrapErrors(error);
  // WALLET-09: the library's message would contain the connector's name.
  if ((outer as { name?: unknown } | undefined)?.name === 'ConnectorUnavailableReconnectingError')
    return 'Connector unavailable while reconnecting';
  const text = outer?.shortMessage ?? outer?.message;
  if (typeof text === 'string' && text !== '') return text;
  return 'The wallet failed without giving a reason.';
}
