/**
 * Mantine components that every page uses, with their styles. The shell loads this module first and shares it with all remotes.
 * Components that only some pages need belong in forms, data or overlays. CloseButton is here because any page may show a toast.
 * The order of the styles matters: baseline, primitives, then components. Do not import primitives anywhere else.
 */
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/VisuallyHidden.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Group.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Anchor.css';
import '@mantine/core/styles/Badge.css';
import '@mantine/core/styles/Burger.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Center.css';
import '@mantine/core/styles/Container.css';
import '@mantine/core/styles/Skeleton.css';
import '@mantine/core/styles/Stack.css';
import '@mantine/core/styles/Text.css';
import '@mantine/core/styles/Title.css';

export {
  ActionIcon,
  Anchor,
  Badge,
  Box,
  Burger,
  Button,
  Center,
  CloseButton,
  Container,
  CopyButton,
  Group,
  Loader,
  localStorageColorSchemeManager,
  type MantineColorSchemeManager,
  MantineProvider,
  Paper,
  Skeleton,
  Stack,
  Text,
  Title,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
export { useClipboard, useDebouncedValue, useDisclosure, useMediaQuery } from '@mantine/hooks';
