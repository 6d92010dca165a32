import { defineRemote, lazyPage } from '@touchline/host/remote';
import { loadOnActivity } from './load-on-activity.ts';

/** Preloads the team builder, the usual next page, as soon as the user interacts with the current one. */
const preloadBuilder = () =>
  loadOnActivity(() => import(/* webpackChunkName: "builder" */ './builder/LoadedTeamBuilder.tsx'));

/** Every page is a separate chunk, because most visits open only one of them. */
export const remote = defineRemote({
  '/choose-game': lazyPage(async () => {
    preloadBuilder();
    return (await import(/* webpackChunkName: "choose-game" */ './chooser/ChooseGamePage.tsx'))
      .ChooseGamePage;
  }),
  '/games/:id': lazyPage(
    async () => (await import(/* webpackChunkName: "games" */ './lobby/GamePage.tsx')).GamePage,
  ),
  '/tournament-select': lazyPage(async () => {
    preloadBuilder();
    return (
      await import(/* webpackChunkName: "tournament-select" */ './tournaments/TournamentSelectPage.tsx')
    ).TournamentSelectPage;
  }),
  '/team-build': lazyPage(
    async () =>
      (await import(/* webpackChunkName: "team-build" */ './builder/TeamBuildPage.tsx')).TeamBuildPage,
  ),
  '/my-team': lazyPage(
    async () => (await import(/* webpackChunkName: "my-team" */ './my-teams/MyTeamsPage.tsx')).MyTeamsPage,
  ),
  '/team-view/:participationId': lazyPage(
    async () =>
      (await import(/* webpackChunkName: "team-view" */ './team-view/TeamViewPage.tsx')).TeamViewPage,
  ),
});
