/** Asked for only with `showQrModal: true`, which this product never says. */
export function createAppKit() {
  throw new Error('WalletConnect’s own dialog is not part of this product: the shell shows its own QR code.');
}
