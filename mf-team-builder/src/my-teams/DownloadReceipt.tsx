import { myReceipts } from '@touchline/api/http/seals';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { Button } from '@touchline/ui/base';

/** Downloads the receipts of a team, which prove its lineups (game rules 10). */
export function DownloadReceipt({ team, name }: { team: string; name: string }) {
  const { api, notify } = useHost();
  const download = useMutation({
    mutationFn: async () => {
      const { receipts } = await api.request(myReceipts, { params: { id: team } });
      saveFile(`receipt-${team}.json`, JSON.stringify(receipts, null, 2));
    },
    onError: () =>
      notify({ kind: 'error', message: "The receipt couldn't be loaded. Your lineup is safe. Try again." }),
  });
  return (
    <Button
      variant="subtle"
      color="gray"
      aria-label={`Download the receipt of ${name}`}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      Receipt
    </Button>
  );
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
