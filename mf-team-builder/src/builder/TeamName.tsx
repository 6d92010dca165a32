import { TextInput } from '@touchline/ui/forms';
import { useBuilder, useDraft } from '../draft/builder-context.ts';
import { draftActions } from '../draft/draft-store.ts';
import panel from '../page/panel.module.css';
import { teamNameError } from '../team/names.ts';
import { buildDefaultTeamName } from './submission.ts';

/** Input for the team name shown in the rankings. The default is derived from the wallet. */
export function TeamName({ wallet }: { wallet: string }) {
  const { team_name } = useDraft();
  const { store } = useBuilder();
  return (
    <section className={panel.panel} aria-label="Team name">
      <TextInput
        label="Team name"
        placeholder={buildDefaultTeamName(wallet)}
        value={team_name ?? ''}
        onChange={(event) => store.dispatch(draftActions.named(event.currentTarget.value))}
        error={teamNameError(team_name)}
        maxLength={80}
        autoComplete="off"
      />
    </section>
  );
}
