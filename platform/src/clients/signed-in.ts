import { type Client, createClient } from '@touchline/api/client';
import { login } from '@touchline/api/http/auth';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

/** Signs a wallet in over HTTP. @returns the access token */
export async function signIn(base: string, account: PrivateKeyAccount): Promise<string> {
  const anonymous = createClient({ base });
  const first = await anonymous.call(login, { body: { wallet_address: account.address } });
  if (!('challenge' in first)) throw new Error('the login returned a token without asking for a signature');
  const { id, message } = first.challenge;
  const signature = await account.signMessage({ message });
  const second = await anonymous.call(login, {
    body: { wallet_address: account.address, challenge_id: id, signature },
  });
  if (!('token' in second)) throw new Error('the login returned no token for the signature');
  return second.token;
}

/**
 * Signs a wallet in and returns its client, which signs in again when the token expires.
 * @param account the wallet; a new one by default
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
