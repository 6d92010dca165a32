import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deployVault, readDeployVaultCommand } from './deploy-vault.ts';
import { DEPLOYER_KEY, startAnvil } from './testing/anvil.ts';

const OWNER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

test('deploy-vault deploys the vault of its owner and prints the setting, but no key', async () => {
  const anvil = await startAnvil();
  try {
    const args = ['--rpc', anvil.rpcUrl, '--owner', OWNER];
    const output = await deployVault(readDeployVaultCommand(args, { DEPLOYER_KEY }));
    expect(output).toMatch(/^PRIZE_VAULT=0x[0-9a-f]{40}\n/);
    expect(output).toContain(`owner ${OWNER}, which is NOT a contract`);
    expect(output).toContain('claims open 24 hours after a settlement');
    expect(output).not.toContain(DEPLOYER_KEY.slice(2));
    const elsewhere = readDeployVaultCommand([...args, '--chain', '1'], { DEPLOYER_KEY });
    await expect(deployVault(elsewhere)).rejects.toThrow('chain 480, not 1');
  } finally {
    anvil.stop();
  }
});

test('deploy-vault reads the key from a file, relative to the folder of the user', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-key-'));
  const DEPLOYER_KEY_FILE = join(folder, 'key');
  writeFileSync(DEPLOYER_KEY_FILE, `${DEPLOYER_KEY.slice(2)}\n`);
  const args = ['--rpc', 'https://rpc.example', '--owner', OWNER, '--delay-hours', '1'];
  const command = readDeployVaultCommand(args, { DEPLOYER_KEY_FILE });
  expect(command).toMatchObject({ privateKey: DEPLOYER_KEY, delaySeconds: 3_600, chainId: 480 });
  const relative = { DEPLOYER_KEY_FILE: 'key', INIT_CWD: folder };
  expect(readDeployVaultCommand(args, relative)).toMatchObject({ privateKey: DEPLOYER_KEY });
  rmSync(folder, { recursive: true });
});

test.each([
  [['--owner', OWNER], {}, '--rpc'],
  [['--rpc', 'https://rpc.example'], {}, '--owner'],
  [['--rpc', 'https://rpc.example', '--owner', OWNER, '--delay-hours=-1'], {}, '--delay-hours'],
  [['--rpc', 'https://rpc.example', '--owner', OWNER, '--delay-hours='], { DEPLOYER_KEY }, '--delay-hours'],
  [['--rpc', 'https://rpc.example', '--owner', OWNER, '--delay-hours= '], { DEPLOYER_KEY }, '--delay-hours'],
  [['--rpc', 'https://rpc.example', '--owner', OWNER, '--chain', 'x'], {}, '--chain'],
  [['--rpc', 'https://rpc.example', '--owner', OWNER], { DEPLOYER_KEY: '0x12' }, 'DEPLOYER_KEY'],
])('deploy-vault rejects %j with %j and names %s', (args, env, name) => {
  expect(() => readDeployVaultCommand(args, env)).toThrow(name);
});
