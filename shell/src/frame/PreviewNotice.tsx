import { endPreviews, type Remote } from '@touchline/api/http/remotes';
import { Button, Group, Text } from '@touchline/ui/base';
import { useShell } from '../shell-context.ts';
import classes from './PreviewNotice.module.css';

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Bar above the page while this browser previews versions. Without any, the link that opened the page has expired. */
export function PreviewNotice({ previews }: { previews: readonly Remote[] }) {
  const { host } = useShell();
  const end = async () => {
    await host.api.request(endPreviews);
    window.location.reload();
  };
  return (
    <Group component="section" aria-label="Preview" className={classes.bar} gap="sm" wrap="wrap">
      {previews.length === 0 ? (
        <Text size="sm">This preview link has expired or is not valid. You see the published versions.</Text>
      ) : (
        <>
          <Text size="sm">
            Only you see: {previews.map(({ name, version }) => `${name} ${version}`).join(', ')}, until{' '}
            {time.format(Math.min(...previews.map(({ preview_until }) => Date.parse(preview_until ?? ''))))}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => void end()}>
            End Preview
          </Button>
        </>
      )}
    </Group>
  );
}
