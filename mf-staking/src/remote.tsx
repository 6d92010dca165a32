import { defineRemote } from '@touchline/host/remote';
import { StakingPage } from './page/StakingPage.tsx';

export const remote = defineRemote({ '/staking': StakingPage });
