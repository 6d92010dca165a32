import type { Eip1193Provider } from './provider.ts';

/** A football in grass green. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b0f14"/><circle cx="16" cy="16" r="9.5" fill="none" stroke="#2bd576" stroke-width="2"/><path d="m16 11.5 4.3 3.1-1.6 5h-5.4l-1.6-5z" fill="#2bd576"/><path d="M16 11.5V6.6m4.3 8 4.6-1.5m-6.2 6.5 2.9 4m-8.3-4-2.9 4m1.3-9-4.6-1.5" stroke="#2bd576" stroke-width="1.6"/></svg>',
)}`;

/** Announces the wallet to the page (EIP-6963). */
export function announce(provider: Eip1193Provider): void {
  const info = {
    uuid: randomUuid(),
    name: 'Demo wallet',
    icon: ICON,
    rdns: 'app.touchline.demo-wallet',
  };
  const detail = Object.freeze({ info: Object.freeze(info), provider });
  const dispatch = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', dispatch);
  dispatch();
}

/** crypto.randomUUID is missing on plain http outside localhost. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
