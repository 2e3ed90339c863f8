import type { ClientOptions } from '@keyward/client';
import { createFactorsClient, type FactorsClient } from '@keyward/client/factors';
import { type ReactNode, useMemo, useState } from 'react';
import { useBrandStyle, useServiceFacts } from './context/service-facts.ts';
import { KeywardRoot, type KeywardRootProps } from './root.tsx';
import { en, type Texts } from './texts/en.ts';

export interface KeywardProviderProps extends Omit<KeywardRootProps, 'client' | 'texts'> {
  /** One client for the application, by `createFactorsClient` of `@keyward/client/factors`. Or give `options`. */
  client?: FactorsClient;
  /** The options for the client. They are read once. */
  options?: ClientOptions;
  /** Default: English. Another language is a file of its own, such as `@keyward/react/de`. */
  texts?: Texts;
}

const HERE: ClientOptions = { url: '' };

/**
 * Gives the components below it one client and one session. It asks the service for its branding and for what it offers;
 * `facts` that the application gives take precedence. With the fact `providers`, it does not ask.
 */
export function KeywardProvider({
  client: given,
  options = HERE,
  texts = en,
  facts: own,
  ...root
}: KeywardProviderProps): ReactNode {
  const [client] = useState(() => given ?? createFactorsClient(options));
  const known = useServiceFacts(client, given ? '' : options.url, own?.providers === undefined);
  const facts = useMemo(() => ({ ...known, ...own }), [known, own]);
  useBrandStyle(facts.branding?.style);
  return <KeywardRoot client={client} texts={texts} facts={facts} {...root} />;
}
