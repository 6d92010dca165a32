import { defineRemote } from '@touchline/host/remote';
import { TeamBuildPage } from './builder/TeamBuildPage.tsx';
import { ChooseGamePage } from './chooser/ChooseGamePage.tsx';
import { MyTeamsPage } from './my-teams/MyTeamsPage.tsx';
import { TeamViewPage } from './team-view/TeamViewPage.tsx';
import { TournamentSelectPage } from './tournaments/TournamentSelectPage.tsx';

export const remote = defineRemote({
  '/choose-game': ChooseGamePage,
  '/tournament-select': TournamentSelectPage,
  '/team-build': TeamBuildPage,
  '/my-team': MyTeamsPage,
  '/team-view/:gameId': TeamViewPage,
});
