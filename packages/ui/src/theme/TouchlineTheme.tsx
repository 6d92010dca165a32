import '@fontsource-variable/inter/wght.css';
import '@fontsource/barlow-condensed/700.css';
import './fonts.css';
import {
  localStorageColorSchemeManager,
  type MantineColorSchemeManager,
  MantineProvider,
} from '@touchline/ui/base';
import type { ReactNode } from 'react';
import './theme.css';
import { cssVariables, theme } from './theme.ts';

/** Storage key of the colour scheme. A blocking script in the page reads it to avoid a flash. */
export const COLOR_SCHEME_KEY = 'fantasy-football-theme';

interface TouchlineThemeProps {
  children: ReactNode;
  /** Nonce of the content security policy, for styles. */
  nonce?: string | undefined;
  colorSchemeManager?: MantineColorSchemeManager;
}

const storedScheme = localStorageColorSchemeManager({ key: COLOR_SCHEME_KEY });

/** Applies the theme. Rendered once by the shell, and by standalone remotes and tests. */
export function TouchlineTheme({ children, nonce, colorSchemeManager = storedScheme }: TouchlineThemeProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="dark"
      {...(nonce ? { getStyleNonce: () => nonce } : {})}
    >
      {children}
    </MantineProvider>
  );
}
