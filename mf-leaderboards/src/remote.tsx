import { defineRemote, lazyPage } from '@touchline/host/remote';
import { FixturesPage } from './fixtures/FixturesPage.tsx';
import { RankingsPage } from './rankings/RankingsPage.tsx';

export const remote = defineRemote({
  '/rankings': RankingsPage,
  '/results': lazyPage(
    async () => (await import(/* webpackChunkName: "results" */ './results/ResultsPage.tsx')).ResultsPage,
  ),
  '/results/:id': lazyPage(
    async () => (await import(/* webpackChunkName: "results" */ './results/ResultPage.tsx')).ResultPage,
  ),
  '/fixtures': FixturesPage,
});
