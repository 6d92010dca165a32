import { remoteConfig } from '@touchline/federation/remote-config';

export default remoteConfig({ name: 'mf-compatibility' });
