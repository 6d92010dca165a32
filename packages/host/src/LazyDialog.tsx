// Import by the shared name: a relative import would bundle a second host context into every remote.
import { useHost } from '@touchline/host/host';
import { type ComponentType, useEffect, useState } from 'react';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
}

interface LazyDialogProps<Props> {
  /** Subject of the notice that it cannot be opened: "The team". */
  what: string;
  load: () => Promise<ComponentType<Props>>;
  dialog: Props;
}

/**
 * A dialog whose code is loaded when it first opens. It remains mounted afterwards, so that it can close with an animation and return
 * the focus. If the code cannot be loaded, the dialog closes with a notice, and the next click tries again.
 */
export function LazyDialog<Props extends DialogProps>({ what, load, dialog }: LazyDialogProps<Props>) {
  const { opened, onClose } = dialog;
  const { notify } = useHost();
  const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
  const wanted = opened && Dialog === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new opening loads the code
  useEffect(() => {
    if (!wanted) return;
    let closed = false;
    load().then(
      (code) => setDialog(() => code),
      () => {
        if (closed) return;
        const message = `${what} couldn't be opened. Check your connection and try again.`;
        notify({ kind: 'error', message });
        onClose();
      },
    );
    return () => {
      closed = true;
    };
  }, [wanted]);
  // Opens one render after mounting: the library animates, and remembers the focus, when `opened` changes.
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened && Dialog !== null), [opened, Dialog]);
  return Dialog ? <Dialog {...dialog} opened={opened && shown} /> : null;
}
