/** Nonce for style elements. Set by the page and read by the bundler's runtime. */
declare let __webpack_nonce__: string | undefined;
