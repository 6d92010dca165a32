import { defineRemote, lazyPage } from '@touchline/host/remote';

export const remote = defineRemote({
  '/rankings': lazyPage(
    async () => (await import(/* webpackChunkName: "rankings" */ './rankings/RankingsPage.tsx')).RankingsPage,
  ),
  '/fixtures': lazyPage(
    async () => (await import(/* webpackChunkName: "fixtures" */ './fixtures/FixturesPage.tsx')).FixturesPage,
  ),
});
