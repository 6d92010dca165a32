import { defineRemote } from '@touchline/host/remote';
import { TeamBuildPage } from './builder/TeamBuildPage.tsx';
import { ChooseGamePage } from './chooser/ChooseGamePage.tsx';
import { MyTeamsPage } from './my-teams/MyTeamsPage.tsx';

export const remote = defineRemote({
  '/choose-game': ChooseGamePage,
  '/team-build': TeamBuildPage,
  '/my-team': MyTeamsPage,
});
