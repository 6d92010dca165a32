import { CompressAssets } from '@touchline/federation/compress-assets';

/**
 * A small script that the gateway puts into the page as it is, and one with the wallet itself, which comes with the first press or
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
