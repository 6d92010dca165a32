import { defineRemote, lazyPage } from '@touchline/host/remote';

/** Every page is a separate chunk, because most visits open only one of them. */
export const remote = defineRemote({
  '/rankings': lazyPage(
    async () => (await import(/* webpackChunkName: "rankings" */ './rankings/RankingsPage.tsx')).RankingsPage,
  ),
  '/results': lazyPage(
    async () => (await import(/* webpackChunkName: "results" */ './results/ResultsPage.tsx')).ResultsPage,
  ),
  '/results/mine': lazyPage(
    async () =>
      (await import(/* webpackChunkName: "results-mine" */ './history/HistoryPage.tsx')).HistoryPage,
  ),
  '/results/:id': lazyPage(
    async () => (await import(/* webpackChunkName: "results" */ './results/ResultPage.tsx')).ResultPage,
  ),
  '/verify': lazyPage(
    async () => (await import(/* webpackChunkName: "verify" */ './verify/VerifyPage.tsx')).VerifyPage,
  ),
  '/reserves': lazyPage(
    async () => (await import(/* webpackChunkName: "reserves" */ './reserves/ReservesPage.tsx')).ReservesPage,
  ),
  '/leagues': lazyPage(
    async () => (await import(/* webpackChunkName: "leagues" */ './leagues/LeaguesPage.tsx')).LeaguesPage,
  ),
  '/leagues/:id': lazyPage(
    async () => (await import(/* webpackChunkName: "leagues" */ './leagues/LeaguePage.tsx')).LeaguePage,
  ),
  '/leagues/join/:code': lazyPage(
    async () => (await import(/* webpackChunkName: "leagues" */ './leagues/JoinPage.tsx')).JoinPage,
  ),
  '/fixtures': lazyPage(
    async () => (await import(/* webpackChunkName: "fixtures" */ './fixtures/FixturesPage.tsx')).FixturesPage,
  ),
});
