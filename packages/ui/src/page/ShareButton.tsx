import { Button, useClipboard, VisuallyHidden } from '@touchline/ui/base';
import { useState } from 'react';
import { IconShare } from '../icons.ts';

const COPIED_SHOWN_MS = 2_000;

interface ShareButtonProps {
  /** Title of the shared page, such as "Park the Bus FC in Gameweek 12". */
  title: string;
  /** Path of the page on this site. */
  path: string;
  label?: string;
  /** Text that is shared with the link. */
  text?: string;
}

/** Shares a link with the device's share menu, or copies it if the device has none. */
export function ShareButton({ title, path, text, label = 'Share' }: ShareButtonProps) {
  const { copied, copy, error } = useClipboard({ timeout: COPIED_SHOWN_MS });
  const [failed, setFailed] = useState(false);
  const url = new URL(path, window.location.origin).href;
  async function share() {
    if (!navigator.share) return copy(text ? `${text}\n${url}` : url);
    setFailed(false);
    try {
      await navigator.share({ title, url, ...(text ? { text } : {}) });
    } catch (cause) {
      // AbortError: the user closed the share menu.
      if (!(cause instanceof DOMException && cause.name === 'AbortError')) setFailed(true);
    }
  }
  const copiedLabel = text ? 'Copied' : 'Link copied';
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShare size={18} aria-hidden="true" />}
        onClick={() => void share()}
      >
        {copied ? copiedLabel : label}
      </Button>
      <VisuallyHidden role="status">{copied ? copiedLabel : null}</VisuallyHidden>
      {failed || error ? <span role="alert">Copy this link: {url}</span> : null}
    </>
  );
}
