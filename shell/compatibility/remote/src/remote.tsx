import { defineRemote } from '@touchline/host/remote';
import { CompatibilityPage } from './CompatibilityPage.tsx';

export const remote = defineRemote({ '/compatibility': CompatibilityPage });
