import { type Client, createClient } from '@touchline/api/client';
import { login } from '@touchline/api/http/auth';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

/**
 * Signs a wallet in over HTTP (challenge, signature) and gives its client, whose token is renewed by signing in again
 * when it has run out.
 * @param account the wallet; a new one of its own when not given.
 */
export async function signedInClient(
  base: string,
  account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey()),
): Promise<{ client: Client; address: string }> {
  const anonymous = createClient({ base });
  const signIn = async (): Promise<string> => {
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
  };
  let token = await signIn();
  const client = createClient({
    base,
    token: () => token,
    onUnauthorised: async () => {
      token = await signIn();
      return true;
    },
  });
  return { client, address: account.address.toLowerCase() };
}
