import { createFactorsClient } from '@keyward/client/factors';
import '@keyward/react/styles.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { readBoot } from './boot.ts';
import './pages.css';
import { load } from './pages.ts';
import type { ShownBranding } from './shown-branding.ts';
import { textsOf } from './texts.ts';

/** Sends no requests, and shares no session with other pages. */
const client = createFactorsClient({
  url: '',
  storageKey: 'keyward-preview',
  storage: { getItem: () => null, setItem() {}, removeItem() {} },
  fetch: () => new Promise(() => {}),
});

const root = document.getElementById('root');
const isFramed = parent !== window;
if (root !== null && isFramed) {
  const boot = readBoot();
  const place = {
    page: '/signin',
    base: boot.webPath,
    href: `${location.origin}/signin`,
    back: null,
  } as const;
  const [parts, texts] = await Promise.all([load(place.page), textsOf()]);
  // The saved style would apply where the shown one has no value.
  document.querySelector('link[href*="/branding.css"]')?.remove();
  // The form focuses its first field, which would take the keyboard away from the page around it.
  root.inert = true;
  const rendered = createRoot(root);

  addEventListener('message', ({ source, origin, data }: MessageEvent<ShownBranding>) => {
    // Another page must not make this one look like the sign-in of somebody else.
    if (source !== parent || origin !== location.origin) return;
    const { style, dataset } = document.documentElement;
    style.cssText = '';
    for (const [name, value] of Object.entries(data.style)) style.setProperty(`--keyward-${name}`, value);
    dataset['theme'] = data.theme;
    rendered.render(
      <App
        boot={{ ...boot, branding: data.branding }}
        client={client}
        texts={texts}
        first={{ place, ...parts }}
      />,
    );
  });
  parent.postMessage({ ready: true }, location.origin);
}
