/** The bundler's own: the nonce of the style elements that it writes. */
declare let __webpack_nonce__: string | undefined;
