import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { completeChromium } from './chromium-unpacked.ts';

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'touchline-test-chromium-')));

afterAll(() => rmSync(dir, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

test('an unpacked chromium starts with its own libraries and fonts', () => {
  for (const path of ['usr/lib/x86_64-linux-gnu/libnss3.so', 'lib/x86_64-linux-gnu/libdbus-1.so.3'])
    put(path, '');
  put('usr/lib/x86_64-linux-gnu/pulseaudio/libpulsecommon-16.1.so', '');
  put('usr/lib/x86_64-linux-gnu/cmake/readme.txt', '');
  put('usr/lib/chromium/chromium', '#!/bin/sh\necho "$LD_LIBRARY_PATH|$FONTCONFIG_FILE|$*"');
  chmodSync(join(dir, 'usr/lib/chromium/chromium'), 0o755);
  completeChromium(dir);
  const { stdout } = spawnSync(join(dir, 'start-chromium'), ['--version'], { encoding: 'utf8' });
  const [libraries, fonts, args] = stdout.trim().split('|');
  expect(libraries?.split(':')).toEqual(
    ['usr/lib/x86_64-linux-gnu', 'usr/lib/x86_64-linux-gnu/pulseaudio', 'lib/x86_64-linux-gnu'].map((path) =>
      join(dir, path),
    ),
  );
  expect([fonts, args]).toEqual([join(dir, 'fonts.conf'), '--version']);
});

test('a package without the program is an error', () => {
  expect(() => completeChromium(join(dir, 'lib'))).toThrow(/contains no usr\/lib\/chromium\/chromium/);
});
