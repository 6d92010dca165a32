/** The nonce that this page's content security policy allows styles with; the gateway writes it into the page. */
export const nonce: string | undefined =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined;

// get-nonce (scroll locks of dialogs) and the bundler's own style elements read it from here; it must run first.
__webpack_nonce__ = nonce;
