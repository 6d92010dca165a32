/** Toasts: the shell mounts `Notifications` once and serves `host.notify` with `notifications`. */
import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';

export { Notifications, notifications } from '@mantine/notifications';
