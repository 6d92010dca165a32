import { Button, CopyButton, Group, Stack, Text, VisuallyHidden } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import { IconCheck, IconCopy } from '@touchline/ui/icons';
import { ShareButton } from '@touchline/ui/ShareButton';
import { encodeQR } from 'qr';
import { useMemo } from 'react';
import { buildInvitePath } from './league-texts.ts';
import classes from './leagues.module.css';

interface InviteProps {
  opened: boolean;
  onClose: () => void;
  /** Name of the league. */
  league: string;
  code: string;
  /** True if the league has just been created. */
  created: boolean;
}

/** Dialog with the invitation: link, code and QR code. */
export function Invite({ opened, onClose, league, code, created }: InviteProps) {
  const path = buildInvitePath(code);
  const url = new URL(path, window.location.origin).href;
  return (
    <Dialog opened={opened} onClose={onClose} title={created ? `${league} is ready` : 'Invite friends'}>
      <Stack>
        <Text>
          Send the link, show the QR code, or read out the code. Friends join with any of the three.
        </Text>
        <ShareButton
          label="Share the invitation"
          title={`Join ${league} on Touchline`}
          text={`Join my league ${league} on Touchline.`}
          path={path}
        />
        <Copy label="Link" value={url} />
        <Copy label="Code" value={formatCode(code)} />
        <QrCode text={url} />
      </Stack>
    </Dialog>
  );
}

/** "4KX9T2QM" -> "4KX9-T2QM". */
const formatCode = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`;

function Copy({ label, value }: { label: string; value: string }) {
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <Stack component="span" gap={0} miw={0}>
        <Text component="small" fz="0.8125rem" c="dimmed">
          {label}
        </Text>
        <b className={classes.copied}>{value}</b>
      </Stack>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <>
            <Button
              variant="default"
              flex="none"
              leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
              aria-label={copied ? `${label} copied` : `Copy ${label.toLowerCase()}`}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
            <VisuallyHidden role="status">{copied ? `${label} copied` : ''}</VisuallyHidden>
          </>
        )}
      </CopyButton>
    </Group>
  );
}

/** Dark on light in both themes, as cameras expect. */
function QrCode({ text }: { text: string }) {
  const source = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(encodeQR(text, 'svg', { ecc: 'low', border: 4 }))}`,
    [text],
  );
  return <img className={classes.qr} src={source} alt="QR code of the invitation" width={224} height={224} />;
}
