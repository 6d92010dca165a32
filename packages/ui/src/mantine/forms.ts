/**
 * Form inputs and filters, loaded on demand. Only what a page uses: the list of choices of Mantine's own Select alone is 20 kB on
 * the wire, and phones show the choices of a NativeSelect better.
 */
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/Switch.css';

export {
  Input,
  NativeSelect,
  SegmentedControl,
  Switch,
  TextInput,
} from '@mantine/core';
