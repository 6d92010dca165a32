/** Set by the page, read by the bundler: the nonce of its style elements. */
declare let __webpack_nonce__: string | undefined;

/** Made by the build: what the shell shares with remotes (packages/federation/src/shared-modules.ts). */
declare const __shared_modules__: import('./remotes/container.ts').SharedModules;
