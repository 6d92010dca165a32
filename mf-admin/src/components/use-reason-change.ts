import type { Client } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { adminKey } from '../admin.queries.ts';

/**
 * Sends a change with a reason, and reloads the dashboard.
 * @param onStale called when another administrator has changed the record
 */
export function useReasonChange(
  send: (api: Client, reason: string) => Promise<unknown>,
  onStale?: () => void,
) {
  const { api, queryClient } = useHost();
  return useMutation({
    mutationFn: (reason: string) => send(api, reason),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: adminKey() }),
    onError: (error) => {
      if (error instanceof TouchlineError && error.code === 'STALE') onStale?.();
    },
  });
}
