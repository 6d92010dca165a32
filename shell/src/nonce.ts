/** Nonce for styles in the content security policy of this page. The gateway writes it into the page. */
export const nonce: string | undefined =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined;

// Read by get-nonce (scroll locks of dialogs) and by the bundler's runtime. This module must run first.
__webpack_nonce__ = nonce;
