/** Set by the page, read by the bundler: the nonce of its style elements. */
declare let __webpack_nonce__: string | undefined;
