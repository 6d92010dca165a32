import { render } from '@testing-library/react';
import { FakePage } from '@touchline/host/testing/FakePage';
import type { FakeHost } from '@touchline/host/testing/fake-host';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { remote } from '../remote.tsx';

// Each page is a chunk. On a busy machine, loading one takes longer than a test waits for its content.
await Promise.all([
  import('../builder/TeamBuildPage.tsx'),
  import('../chooser/ChooseGamePage.tsx'),
  import('../lobby/GamePage.tsx'),
  import('../my-teams/MyTeamsPage.tsx'),
  import('../team-view/TeamViewPage.tsx'),
  import('../tournaments/TournamentSelectPage.tsx'),
]);

/** Renders this remote at a path, in the theme and with a fake host. */
export function openPage(host: FakeHost, at: string, state?: unknown) {
  return render(
    <TouchlineTheme>
      <FakePage host={host} pages={remote.pages} at={at} state={state} />
    </TouchlineTheme>,
  );
}
