/** Toasts. The shell mounts `Notifications` once and implements `host.notify` with `notifications`. */
import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';

export { Notifications, notifications } from '@mantine/notifications';
