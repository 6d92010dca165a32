import { useWatched } from '@touchline/host/host';
import { Button, CopyButton, Group, Skeleton, Stack, Text, VisuallyHidden } from '@touchline/ui/base';
import { IconCheck, IconCopy } from '@touchline/ui/icons';
import { isOnPhone } from '../device.ts';
import { useShell } from '../shell-context.ts';
import type { QrCode } from '../wallet/qr-attempt.ts';
import { buildAppLink, rememberApp, WALLET_APPS } from '../wallet/wallet-apps.ts';
import { CancelQr } from './CancelQr.tsx';
import classes from './QrPanel.module.css';

/** Shown while a QR connection is pending: the code to scan and, on a phone, the apps to open. */
export function QrPanel() {
  const { wallet } = useShell();
  const { code } = useWatched(wallet);
  const phone = isOnPhone();
  const actions = (
    <Group gap="xs" grow>
      {code ? <CopyLink uri={code.uri} /> : null}
      <CancelQr />
    </Group>
  );
  return (
    <Stack gap="sm" role="group" aria-label="Connect by QR code">
      {phone && code ? <Apps uri={code.uri} /> : null}
      {phone ? actions : null}
      <Text size="sm" c="dimmed">
        {phone
          ? 'Or scan this code with a wallet app on another phone.'
          : 'Scan this code with the wallet app on your phone.'}
      </Text>
      {code ? (
        <QrImage code={code} scroll={!phone} />
      ) : (
        <Skeleton className={classes.picture ?? ''} aria-label="QR code" />
      )}
      {phone ? null : actions}
    </Stack>
  );
}

/** The QR code, dark on light in both themes, as cameras expect. `scroll` scrolls it into view. */
function QrImage({ code: { size, path }, scroll }: { code: QrCode; scroll: boolean }) {
  return (
    <svg
      ref={scroll ? scrollIntoView : null}
      className={classes.picture}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="QR code for your wallet app"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

const scrollIntoView = (picture: SVGSVGElement | null) => picture?.scrollIntoView({ block: 'nearest' });

function CopyLink({ uri }: { uri: string }) {
  return (
    <CopyButton value={uri}>
      {({ copied, copy }) => (
        <>
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} stroke={1.8} />}
            onClick={copy}
          >
            {copied ? 'Copied' : 'Copy link'}
          </Button>
          <VisuallyHidden role="status">{copied ? 'Copied' : ''}</VisuallyHidden>
        </>
      )}
    </CopyButton>
  );
}

function Apps({ uri }: { uri: string }) {
  return (
    <ul className={classes.apps} aria-label="Wallet apps">
      {WALLET_APPS.map((app) => (
        <li key={app.name}>
          <Button
            component="a"
            fullWidth
            href={buildAppLink(app, uri)}
            target="_blank"
            rel="noreferrer"
            onClick={() => rememberApp(app)}
          >
            {app.name}
          </Button>
        </li>
      ))}
      <li className={classes.other}>
        <Button component="a" fullWidth variant="default" href={uri} onClick={() => rememberApp(null)}>
          Another app
        </Button>
      </li>
    </ul>
  );
}
