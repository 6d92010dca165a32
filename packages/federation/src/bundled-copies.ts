import type { Compiler } from '@rspack/core';

/** Modules that a remote must not bundle, with a hint for each. */
const PROVIDED_BY_SHELL: readonly [RegExp, string][] = [
  [/[\\/]node_modules[\\/]@mantine[\\/]/, 'import it from @touchline/ui/base, forms, data or overlays'],
  [/[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/, 'React comes from the shell'],
  [/[\\/]node_modules[\\/]@tanstack[\\/]/, 'import it from @touchline/host/query'],
  [/[\\/]node_modules[\\/]react-router(-dom)?[\\/]/, 'import it from @touchline/host/router'],
  [/[\\/]node_modules[\\/](@reduxjs|react-redux|immer)[\\/]/, 'import it from @touchline/host/redux'],
  [/[\\/]node_modules[\\/]zod[\\/].*[\\/]schemas\.js$/, 'import it from zod/mini'],
  [/[\\/]node_modules[\\/](wagmi|viem|@wagmi)[\\/]/, 'wallets belong to the shell: use host.wallet'],
  [
    /[\\/]packages[\\/]host[\\/]src[\\/](host|query|router|redux)\.tsx?$/,
    'import it as @touchline/host/…, never by a relative path',
  ],
  [
    /[\\/]packages[\\/]ui[\\/]src[\\/]mantine[\\/]base\.ts$/,
    'a module of @touchline/ui imports the shared base by path: add a row to packages/federation/src/shared.ts',
  ],
];

/**
 * Fails the build of a remote that bundles a second copy of a module that the shell provides. The copy's React contexts would be
 * empty. That failure appears only at run time, far from its cause.
 */
export class RejectBundledCopies {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('RejectBundledCopies', (compilation) => {
      compilation.hooks.finishModules.tap('RejectBundledCopies', (modules) => {
        for (const module of modules) {
          const file = module.nameForCondition() ?? '';
          const copy = PROVIDED_BY_SHELL.find(([pattern]) => pattern.test(file));
          if (copy) compilation.errors.push(new Error(`${file} would be bundled: ${copy[1]}`) as never);
        }
      });
    });
  }
}
