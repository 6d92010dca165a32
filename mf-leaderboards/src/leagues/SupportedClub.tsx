import { setSupportedClub } from '@touchline/api/http/leagues';
import { useHost } from '@touchline/host/host';
import { useMutation, useQuery } from '@touchline/host/query';
import { NativeSelect } from '@touchline/ui/forms';
import { describeFailure } from './league-texts.ts';
import { LEAGUES_KEY, supportedClubQuery } from './leagues.queries.ts';

/** Choice of the club whose supporters' league the user is in. */
export function SupportedClub() {
  const { api, queryClient, notify } = useHost();
  const query = useQuery(supportedClubQuery(api));
  const choice = useMutation({
    mutationFn: (club: number | null) => api.request(setSupportedClub, { body: { club } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: LEAGUES_KEY }),
    onError: (error) => notify({ kind: 'error', message: describeFailure(error) }),
  });
  if (!query.data) return null;
  const { club, clubs } = query.data;
  const shown = choice.isPending ? choice.variables : club;
  return (
    <NativeSelect
      maw="22rem"
      label="Your club"
      description="Puts your teams into the league of its supporters."
      disabled={choice.isPending}
      value={shown === null ? '' : String(shown)}
      data={[
        { value: '', label: 'None' },
        ...clubs.map(({ code, name }) => ({ value: String(code), label: name })),
      ]}
      onChange={({ currentTarget }) =>
        choice.mutate(currentTarget.value === '' ? null : Number(currentTarget.value))
      }
    />
  );
}
