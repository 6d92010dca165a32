// A player of the local chain over HTTP: player.mjs PROJECT ORIGIN INDEX OUTSIDE STEP. Prints the status of the step and the
// number of entries of its game. `join` is free; `pay` is `reserve` for the season, `transfer` of its fee and the join with its
// hash, which `again` repeats. The chosen game and the payment are stored next to OUTSIDE, because a new gameweek may start in between.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

const [project, origin, index, outsideFile, what] = process.argv.slice(2);
const require = createRequire(`${project}/tools/local-stack/package.json`);
const { mnemonicToAccount } = require('viem/accounts');
const { createWalletClient, http, parseEther } = require('viem');
const { MNEMONIC } = await import(`${project}/tools/local-stack/dist/dependencies/accounts.js`);
const { footballAbi } = await import(`${project}/contracts/dist/abi.js`);
const { signIn } = await import(`${project}/tools/local-stack/dist/clients/signed-in.js`);
const outside = JSON.parse(readFileSync(outsideFile, 'utf8'));

const account = mnemonicToAccount(MNEMONIC, { addressIndex: Number(index) });
const token = await signIn(`${origin}/api`, account);

async function send(method, path, body) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(origin + path, { method, headers, body: body && JSON.stringify(body) });
  return { status: response.status, ...(await response.json()) };
}

/** The result of `find`, stored by name for later steps. */
async function stored(name, find) {
  const file = `${outsideFile}.${name}`;
  if (!existsSync(file)) writeFileSync(file, await find());
  return readFileSync(file, 'utf8');
}

const type = what === 'join' ? 'WEEKLY' : 'SEASON';
const game = await stored(type, async () => {
  const query = `game_type=${type}&status=UPCOMING&limit=20&sort_by=start_time&sort_order=DESC`;
  return (await send('GET', `/api/games?${query}`)).data.games[0].id;
});
const { players } = (await send('GET', '/api/fpl/bootstrap')).data;
const need = { 1: 2, 2: 5, 3: 5, 4: 3 };
const got = { 1: [], 2: [], 3: [], 4: [] };
const clubs = {};
for (const player of players.sort((a, b) => a.price - b.price || a.id - b.id)) {
  if (!player.can_select || (clubs[player.team] ?? 0) >= 2) continue;
  if (got[player.position]?.length >= (need[player.position] ?? 0)) continue;
  got[player.position].push(player.id);
  clubs[player.team] = (clubs[player.team] ?? 0) + 1;
}
const field = [got[1][0], ...got[2].slice(0, 3), ...got[3].slice(0, 4), ...got[4]];
const bench = [got[1][1], ...got[2].slice(3), ...got[3].slice(4)];
const team = {
  team_name: `Try ${index}`,
  roster: [...field, ...bench],
  formation: '3-4-3',
  field_players: field,
  bench_players: bench,
  captain_id: field[8],
  vice_captain_id: field[9],
};

const reserve = () => send('POST', `/api/games/${game}/reserve`, team);

async function transfer() {
  const wallet = createWalletClient({ account, transport: http(outside.rpc) });
  const args = [outside.treasury, parseEther('500')];
  return wallet.writeContract({
    abi: footballAbi,
    address: outside.token,
    functionName: 'transfer',
    args,
    chain: null,
  });
}

const STEPS = {
  reserve,
  transfer: async () => ({ status: (await stored(`paid-${index}`, transfer)).length === 66 ? 201 : 500 }),
  join: () => send('POST', `/api/games/${game}/join`, team),
  again: async () => {
    const transaction_hash = await stored(`paid-${index}`, transfer);
    const body = { ...team, transaction_hash };
    let joined = await send('POST', `/api/games/${game}/join`, body);
    for (let tries = 0; joined.status === 202 && tries < 60; tries += 1) {
      await sleep(1_000);
      joined = await send('POST', `/api/games/${game}/join`, body);
    }
    return joined;
  },
  pay: async () => {
    const reserved = await reserve();
    return reserved.status === 201 ? STEPS.again() : reserved;
  },
};
const done = await STEPS[what]();
if (done.status >= 400) console.error(JSON.stringify(done));
const rankings = await send('GET', `/api/games/${game}/leaderboard`);
console.log(`${done.status} ${rankings.data?.total}`);
