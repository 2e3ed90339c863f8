import { createFactorsClient } from '@keyward/client/factors';
import '@keyward/react/styles.css';
import { createRoot } from 'react-dom/client';
import { impersonationStorage } from '../impersonation.ts';
import { takeAddress } from './address.ts';
import { App } from './app.tsx';
import { readBoot } from './boot.ts';
import './pages.css';
import { load } from './pages.ts';
import { textsOf } from './texts.ts';

// Before anything else: codes and tokens must not stay in the address.
const first = takeAddress();
const boot = readBoot();
const [parts, texts] = await Promise.all([load(first.page), textsOf()]);
const client = createFactorsClient({
  url: '',
  prefix: boot.prefix,
  frontendUrl: location.origin + first.base,
  ...(impersonationStorage ?? (boot.cookieMode && { storage: 'cookies' as const })),
});

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <App boot={boot} client={client} texts={texts} first={{ place: first, ...parts }} />,
  );
