import { hostConfig } from '@touchline/federation/host-config';

export default hostConfig();
