import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { NODE_FLAGS } from '@touchline/local-stack/dependencies/process-settings';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';

/** A common proxy with no feature other than forwarding. */
export interface Baseline {
  name: string;
  pid: number;
  port: number;
}

export interface Baselines {
  running: readonly Baseline[];
  /** Reasons why other baselines could not be started. */
  missing: readonly string[];
  stop(): Promise<void>;
}

const PACKAGES = ['fastify@5.12.8', '@fastify/http-proxy@11.6.3', 'express@5.3.0', 'http-proxy@1.18.1'];

const FASTIFY = `
  const app = require('fastify')();
  app.register(require('@fastify/http-proxy'), { upstream: process.env.UPSTREAM });
  app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });`;

const EXPRESS = `
  const http = require('node:http');
  const proxy = require('http-proxy').createProxyServer({
    target: process.env.UPSTREAM, agent: new http.Agent({ keepAlive: true, maxSockets: 256 }) });
  const app = require('express')();
  app.use((request, response) => proxy.web(request, response));
  app.listen(Number(process.env.PORT), '127.0.0.1');`;

const nginx = (port: number, upstream: string, home: string) => `
  daemon off; master_process off; pid ${home}/nginx.pid; error_log stderr crit;
  events { worker_connections 1024; }
  http {
    access_log ${home}/access.log; client_body_temp_path ${home}/body; proxy_temp_path ${home}/proxy;
    fastcgi_temp_path ${home}/fastcgi; uwsgi_temp_path ${home}/uwsgi; scgi_temp_path ${home}/scgi;
    upstream service { server ${new URL(upstream).host}; keepalive 256; }
    server { listen 127.0.0.1:${port}; keepalive_requests 100000000;
      location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; } }
  }`;

/** Installs the baselines from npm into a temporary folder and starts each in its own process. */
export async function startBaselines(upstream: string): Promise<Baselines> {
  const home = mkdtempSync(join(tmpdir(), 'touchline-bench-baselines-'));
  const missing: string[] = [];
  const running: Baseline[] = [];
  const stops: (() => Promise<unknown>)[] = [];

  async function start(name: string, command: string, args: (port: number) => string[]): Promise<void> {
    const port = await freePort();
    const env = { PATH: process.env.PATH, NODE_ENV: 'production', UPSTREAM: upstream, PORT: String(port) };
    const child = spawn(command, args(port), { cwd: home, stdio: ['ignore', 'ignore', 'inherit'], env });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    stops.push(() => {
      child.kill('SIGTERM');
      return ended;
    });
    await waitUntil(async () => (await fetch(`http://127.0.0.1:${port}/api/games`)).ok, {
      what: name,
      timeoutMs: 60_000,
    });
    running.push({ name, pid: child.pid!, port });
  }

  writeFileSync(join(home, 'package.json'), '{}');
  // A dependency declares a newer Node but works with ours; `npm run` passes on our engine-strict setting.
  const options = ['--no-engine-strict', '--loglevel=error', '--no-audit', '--no-fund'];
  const npm = spawnSync('npm', ['install', ...options, ...PACKAGES], { cwd: home });
  if (npm.status === 0) {
    await start('@fastify/http-proxy', process.execPath, () => [...NODE_FLAGS, '-e', FASTIFY]);
    await start('express with http-proxy', process.execPath, () => [...NODE_FLAGS, '-e', EXPRESS]);
  } else missing.push(`fastify and express: npm install failed (${String(npm.stderr).trim().slice(0, 200)})`);
  if (spawnSync('nginx', ['-v']).error) missing.push('nginx: not installed (apt-get install nginx-light)');
  else
    await start('nginx', 'nginx', (port) => {
      writeFileSync(join(home, 'nginx.conf'), nginx(port, upstream, home));
      return ['-p', home, '-c', join(home, 'nginx.conf')];
    });
  return {
    running,
    missing,
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      rmSync(home, { recursive: true, force: true });
    },
  };
}
