/** Used by WalletConnect with `showQrModal: true` only, which this product never sets. */
export function createAppKit() {
  throw new Error('WalletConnect’s dialog is not part of this product: the shell draws its own QR code.');
}
