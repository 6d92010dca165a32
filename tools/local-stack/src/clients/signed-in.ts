import { type Client, createClient } from '@touchline/api/client';
import { login } from '@touchline/api/http/auth';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

/** Signs a wallet in to the product at `url` over HTTP, by `send` if given. @returns the access token */
export async function signIn(
  url: string,
  account: PrivateKeyAccount,
  send: typeof fetch = fetch,
): Promise<string> {
  const anonymous = createClient({ base: `${url}/api`, fetch: send });
  const first = await anonymous.request(login, { body: { wallet_address: account.address } });
  if (!('challenge' in first)) throw new Error('the login returned a token without asking for a signature');
  const { id, message } = first.challenge;
  const signature = await account.signMessage({ message });
  const second = await anonymous.request(login, {
    body: { wallet_address: account.address, challenge_id: id, signature },
  });
  if (!('token' in second)) throw new Error('the login returned no token for the signature');
  return second.token;
}

/**
 * Signs a wallet in and returns its client, which signs in again when the token expires.
 * @param account the wallet; a new one by default
 * @param send sends the requests, for a client with a separate address
 */
export async function signedInClient(
  url: string,
  account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey()),
  send: typeof fetch = fetch,
): Promise<{ client: Client; address: string }> {
  let token = await signIn(url, account, send);
  const client = createClient({
    base: `${url}/api`,
    fetch: send,
    token: () => token,
    onUnauthorised: async () => {
      token = await signIn(url, account, send);
      return true;
    },
  });
  return { client, address: account.address.toLowerCase() };
}
