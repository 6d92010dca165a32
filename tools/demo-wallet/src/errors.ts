/** An EIP-1193 provider error. */
export class ProviderError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'ProviderError';
    this.code = code;
  }
}

export const loadFailed = () =>
  new ProviderError(-32603, 'The demo wallet could not be loaded. Check your connection and try again.');
export const rejected = () => new ProviderError(4001, 'User rejected the request.');
export const unauthorised = () => new ProviderError(4100, 'Connect the demo wallet first.');
export const unsupported = (method: string) =>
  new ProviderError(4200, `The demo wallet does not support ${method}.`);
export const alreadyOpen = () =>
  new ProviderError(-32002, 'The demo wallet already has an open request. Approve or reject it first.');
export const wrongChain = () =>
  new ProviderError(
    4901,
    'The demo wallet is on the wrong network. Nothing was sent. Switch the network and try again.',
  );
export const unknownChain = (chainId: string) =>
  new ProviderError(
    4902,
    `Unrecognized chain ID "${chainId}". Try adding the chain using wallet_addEthereumChain first.`,
  );
/** Errors of EIP-5792. */
export const duplicateBatch = () =>
  new ProviderError(5720, 'The demo wallet already has a batch with this id.');
export const unknownBatch = () => new ProviderError(5730, 'The demo wallet does not know this batch.');
export const batchTooLarge = (max: number) =>
  new ProviderError(5740, `The demo wallet sends at most ${max} transactions together.`);
export const atomicUnsupported = () =>
  new ProviderError(5760, 'The demo wallet sends the transactions of a batch one after the other.');
export const invalidParams = (what: string) => new ProviderError(-32602, `${what} is missing or malformed.`);
