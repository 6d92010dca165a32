import { CompressAssets } from '@touchline/federation/compress-assets';

/**
 * Builds two scripts: a small one that the gateway inserts into the page, and the wallet itself, which loads on the first click or
 * request.
 */
export default {
  context: import.meta.dirname,
  mode: 'production',
  target: ['web', 'es2023'],
  entry: { 'demo-wallet': './src/main.ts' },
  output: {
    path: `${import.meta.dirname}/dist`,
    filename: '[name].js',
    chunkFilename: '[name].[contenthash:8].js',
    publicPath: '/',
    clean: { keep: /types/ },
  },
  devtool: false,
  resolve: { extensions: ['.ts', '.js'] },
  module: {
    rules: [
      { test: /\.ts$/, loader: 'builtin:swc-loader', options: { jsc: { parser: { syntax: 'typescript' } } } },
    ],
  },
  plugins: [new CompressAssets(['demo-wallet.js'])],
  performance: false,
  stats: 'errors-warnings',
};
