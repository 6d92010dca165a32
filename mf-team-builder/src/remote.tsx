import { defineRemote, lazyPage } from '@touchline/host/remote';
import { onceActive } from './once-active.ts';

/** Who chooses a game builds a team next: its code comes while he chooses, as soon as he does anything. */
const builderAhead = () => onceActive(() => import('./builder/LoadedTeamBuilder.tsx'));

/** Who opens one of these pages may never see the others. */
export const remote = defineRemote({
  '/choose-game': lazyPage(async () => {
    builderAhead();
    return (await import(/* webpackChunkName: "choose-game" */ './chooser/ChooseGamePage.tsx'))
      .ChooseGamePage;
  }),
  '/tournament-select': lazyPage(async () => {
    builderAhead();
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
  '/team-view/:gameId': lazyPage(
    async () =>
      (await import(/* webpackChunkName: "team-view" */ './team-view/TeamViewPage.tsx')).TeamViewPage,
  ),
});
