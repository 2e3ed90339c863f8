import '@keyward/react/styles.css';
import './examples.css';
import type { FactorsClient } from '@keyward/client/factors';
import { en, OrganizationSwitcher, Protect, SignIn, UserButton, useSession } from '@keyward/react';
import { KeywardRoot } from '@keyward/react/parts';
import { type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { sampleClient } from './sample-service.ts';

const PROVIDERS = [
  { slot: 'idp1', name: 'google', label: 'Google' },
  { slot: 'company', name: 'oidc', label: 'Company' },
];

/** By the name that its code has in the document. */
const EXAMPLES: Readonly<Record<string, { shown: ReactNode; signedIn: boolean }>> = {
  'sign-in': { shown: <SignIn />, signedIn: false },
  'user-button': { shown: <UserButton showName />, signedIn: true },
  'organization-switcher': { shown: <OrganizationSwitcher />, signedIn: true },
  protect: {
    shown: (
      <Protect permission="invoices:write" fallback={<p>You may only read invoices.</p>}>
        <button type="button" className="kw-button">
          New invoice
        </button>
      </Protect>
    ),
    signedIn: true,
  },
  session: { shown: <Greeting />, signedIn: true },
};

// One session for all, so that they follow each other.
const [signedIn, signedOut] = [sampleClient('in', true), sampleClient('out', false)];
for (const block of document.querySelectorAll<HTMLElement>('[data-example]')) {
  const example = EXAMPLES[block.dataset['example'] ?? ''];
  if (example === undefined) continue;
  const place = document.createElement('div');
  place.className = 'example kw';
  place.hidden = true;
  // Their links lead to pages of an application.
  place.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a') !== null) event.preventDefault();
  });
  block.after(place);
  const show = () => (place.hidden = false);
  createRoot(place).render(
    <Root client={example.signedIn ? signedIn : signedOut} onReady={show}>
      {example.shown}
    </Root>,
  );
}

interface RootProps {
  client: FactorsClient;
  /** Called after the components have tried to take the focus: what is hidden gets none, so the reader keeps it. */
  onReady: () => void;
  children: ReactNode;
}

function Root({ client, onReady, children }: RootProps) {
  useEffect(onReady, [onReady]);
  const facts = {
    providers: PROVIDERS,
    factors: { totp: true, passkeys: false },
    applicationName: 'Example',
  };
  return (
    <KeywardRoot client={client} texts={en} facts={facts} navigate={() => {}}>
      {children}
    </KeywardRoot>
  );
}

function Greeting() {
  const { status, account } = useSession();
  return status === 'signed-in' ? <p>Hello {account.name}</p> : <p>Nobody is signed in.</p>;
}
