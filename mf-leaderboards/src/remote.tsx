import { defineRemote } from '@touchline/host/remote';
import { FixturesPage } from './fixtures/FixturesPage.tsx';
import { RankingsPage } from './rankings/RankingsPage.tsx';

export const remote = defineRemote({ '/rankings': RankingsPage, '/fixtures': FixturesPage });
