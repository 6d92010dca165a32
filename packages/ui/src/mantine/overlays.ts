/** What opens above the page; loaded when a page asks for it. Each traps and returns focus by itself. */
import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Modal.css';

export { Drawer, Menu, Modal, Popover } from '@mantine/core';
