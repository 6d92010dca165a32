import { type Client, createClient } from '@touchline/api/client';
import { login } from '@touchline/api/http/auth';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

/** Signs a wallet in over HTTP: challenge, signature. @returns the access token */
export async function signIn(base: string, account: PrivateKeyAccount): Promise<string> {
  const anonymous = createClient({ base });
  const first = await anonymous.call(login, { body: { wallet_address: account.address } });
  if (!('challenge' in first))
    throw new Error('the first step of the login gave a token without a signature');
  const { id, message } = first.challenge;
  const signature = await account.signMessage({ message });
  const second = await anonymous.call(login, {
    body: { wallet_address: account.address, challenge_id: id, signature },
  });
  if (!('token' in second)) throw new Error('the second step of the login gave no token');
  return second.token;
}

/**
 * Signs a wallet in and gives its client, whose token is renewed by signing in again when it has run out.
 * @param account the wallet; a new one of its own when not given.
 */
export async function signedInClient(
  base: string,
  account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey()),
): Promise<{ client: Client; address: string }> {
  let token = await signIn(base, account);
  const client = createClient({
    base,
    token: () => token,
    onUnauthorised: async () => {
      token = await signIn(base, account);
      return true;
    },
  });
  return { client, address: account.address.toLowerCase() };
}
