/** Drawers, menus and dialogs, loaded on demand. Mantine traps focus in them and returns it. */
import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Modal.css';

export { Drawer, Menu, Modal, Popover } from '@mantine/core';
