// Before all others: it takes secrets out of the address.
// oxlint-disable-next-line import/no-unassigned-import
import './lib/arrival.ts';
import '@fontsource-variable/geist/wght.css';
import '@fontsource-variable/geist-mono/wght.css';
import '@mantine/core/styles.css';
import '../styles/tokens.css';
import './styles/console.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { styleNonce } from './lib/boot.ts';
import { mendLocale } from './lib/locale.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { loadTexts, presentLanguage } from './texts/languages.ts';
import { TextsProvider } from './texts/texts.ts';
import { cssVariables, theme } from './theme.ts';
import { markKeyboardUse } from './ui/keyboard-use.ts';

// The library that keeps the page from scrolling below a dialog takes the nonce of its style element from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

mendLocale();
markKeyboardUse();
const language = presentLanguage();
const texts = await loadTexts(language);
document.documentElement.lang = language;

const root = document.getElementById('root');
if (root === null) throw new Error('The page lacks the element #root.');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <TextsProvider value={texts}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </TextsProvider>
    </MantineProvider>
  </StrictMode>,
);
