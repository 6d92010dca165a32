import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

/** Account 0 of the development mnemonic. */
export const DEPLOYER_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

/** Starts a chain in memory that mines every transaction immediately and accepts transactions of any account unsigned. */
export async function startAnvil(): Promise<{ rpcUrl: string; stop: () => void }> {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch;
  const binary = createRequire(import.meta.url).resolve(
    `@foundry-rs/anvil-${process.platform}-${cpu}/bin/anvil`,
  );
  const args = ['--port', '0', '--chain-id', '480', '--auto-impersonate'];
  const anvil = spawn(binary, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const rpcUrl = await new Promise<string>((resolve, reject) => {
    anvil.once('exit', (code) => reject(new Error(`anvil ended with ${code}`)));
    createInterface({ input: anvil.stdout }).on('line', (line) => {
      const address = /Listening on (\S+)/.exec(line)?.[1];
      if (address) resolve(`http://${address}`);
    });
  });
  return { rpcUrl, stop: () => void anvil.kill() };
}
