import { Button } from '@touchline/ui/base';
import { useState } from 'react';
import { IconShare } from '../icons.ts';

interface ShareButtonProps {
  /** Title of the shared page, such as "Park the Bus FC in Gameweek 12". */
  title: string;
  /** Path of the page on this site. */
  path: string;
  label?: string;
  /** Text that is shared with the link. */
  text?: string;
}

type Shared = 'idle' | 'copied' | 'failed';

/** Shares a link with the device's share menu, or copies it if the device has none. */
export function ShareButton({ title, path, text, label = 'Share' }: ShareButtonProps) {
  const [shared, setShared] = useState<Shared>('idle');
  const url = new URL(path, window.location.origin).href;
  async function share() {
    try {
      if (navigator.share) return await navigator.share({ title, url, ...(text ? { text } : {}) });
      await navigator.clipboard.writeText(text ? `${text}\n${url}` : url);
      setShared('copied');
    } catch (error) {
      // AbortError: the user closed the share menu.
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
        {shared === 'copied' ? (text ? 'Copied' : 'Link copied') : label}
      </Button>
      <span role="status">{shared === 'failed' ? `Copy this link: ${url}` : null}</span>
    </>
  );
}
