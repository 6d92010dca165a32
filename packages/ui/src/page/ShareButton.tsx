import { Button } from '@touchline/ui/base';
import { useState } from 'react';
import { IconShare } from '../icons.ts';

interface ShareButtonProps {
  /** What is shared, e.g. "Park the Bus FC in Gameweek 12". */
  title: string;
  /** Path of the page on this site. */
  path: string;
  label?: string;
}

type Shared = 'idle' | 'copied' | 'failed';

/** Shares a link by the device's own menu where there is one, else copies it. */
export function ShareButton({ title, path, label = 'Share' }: ShareButtonProps) {
  const [shared, setShared] = useState<Shared>('idle');
  const url = new URL(path, window.location.origin).href;
  async function share() {
    try {
      if (navigator.share) return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      setShared('copied');
    } catch (error) {
      // Who closes the menu has decided.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setShared('failed');
    }
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShare size={18} aria-hidden="true" />}
        onClick={() => void share()}
      >
        {shared === 'copied' ? 'Link copied' : label}
      </Button>
      <span role="status">{shared === 'failed' ? `Copy this link: ${url}` : null}</span>
    </>
  );
}
