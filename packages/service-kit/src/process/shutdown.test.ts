import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const at = (name: string) =>
  JSON.stringify(fileURLToPath(new URL(`../../dist/process/${name}.js`, import.meta.url)));

test.each(["throw new Error('broken')", "Promise.reject(new Error('broken'))"])(
  'A21 after an uncaught error (%s) the process logs it, stops in order and exits with 1',
  async (bug) => {
    const program = `
      import { createLog } from ${at('log')};
      import { onShutdown } from ${at('shutdown')};
      const log = createLog('test');
      onShutdown(log, async () => log.info('stopped'));
      setTimeout(() => { ${bug}; });
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    const lines = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const line = (msg: string) => lines.find((one) => one.msg === msg);
    expect(line('uncaught exception')).toMatchObject({ level: 60, err: { message: 'broken' } });
    expect(line('stopped')).toBeDefined();
    expect(code).toBe(1);
  },
);
