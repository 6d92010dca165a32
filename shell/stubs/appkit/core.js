/** Stub. WalletConnect uses this package only with `showQrModal: true`, which this app never sets. */
export function createAppKit() {
  throw new Error('WalletConnect’s dialog is not part of this product: the shell draws its own QR code.');
}
