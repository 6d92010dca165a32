import { defineRemote } from '@touchline/host/remote';
import { AdminPage } from './page/AdminPage.tsx';

export const remote = defineRemote({ '/admin': AdminPage });
