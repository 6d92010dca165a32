import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PROJECT } from '@touchline/local-stack/product';

/** Runs a command of package.json, such as `verify-result`, with arguments. */
export async function runCommand(
  name: string,
  ...args: readonly string[]
): Promise<{ code: number; output: string }> {
  const file = join(PROJECT, `tools/local-stack/bin/${name}.mjs`);
  const command = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [command.stdout, command.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [code] = (await once(command, 'close')) as [number];
  return { code, output };
}
