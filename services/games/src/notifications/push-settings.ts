import type { GamesEnv } from '../env.ts';
import type { PushSettings } from './push-service.ts';

/** Reads the settings of notifications; null without keys. @throws Error if only some of the variables are set */
export function readPushSettings(env: GamesEnv): PushSettings | null {
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey, PUSH_CONTACT: contact } = env;
  if (!publicKey && !privateKey) return null;
  if (!publicKey || !privateKey || !contact)
    throw new Error('PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY and PUSH_CONTACT must be set together.');
  const services = env.PUSH_SERVICES.split(',').map((service) => service.trim());
  return { publicKey, privateKey, contact, services: services.filter(Boolean) };
}
