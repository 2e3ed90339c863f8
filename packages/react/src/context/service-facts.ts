import type { KeywardClient } from '@keyward/client';
import type { FactorsClient } from '@keyward/client/factors';
import { useEffect, useState } from 'react';
import type { Branding, ServiceFacts } from './context.tsx';

type Options = NonNullable<Awaited<ReturnType<KeywardClient['loginOptions']>>['data']>;

/** Bundlers put the value in. */
declare const process: { env: { NODE_ENV?: string } };

const UNKNOWN: Partial<ServiceFacts> = {};

/** What the service offers, as soon as it has said so. @param url for developers @param asks whether to ask it */
export function useServiceFacts(client: FactorsClient, url: string, asks: boolean): Partial<ServiceFacts> {
  const [facts, setFacts] = useState(UNKNOWN);
  useEffect(() => {
    if (asks) void ask(client, url).then((found) => found && setFacts(found));
  }, [client, asks, url]);
  return facts;
}

async function ask(client: FactorsClient, url: string): Promise<Partial<ServiceFacts> | null> {
  const { data, error } = await client.loginOptions();
  // The components keep silent: what fails next has a message.
  if (process.env.NODE_ENV !== 'production' && error?.kind === 'NetworkError')
    // oxlint-disable-next-line eslint/no-console -- for developers only
    console.warn(
      `Keyward does not answer at ${url || 'the address of its client'}: check options.url of KeywardProvider, and that the service runs.`,
    );
  return data && factsOf(data);
}

function factsOf({ branding, sign_up: signUp, organizations, ...options }: Options): Partial<ServiceFacts> {
  const { captcha } = signUp;
  return {
    branding: { logoUrl: branding.logo_url, style: branding.style },
    applicationName: branding.name ?? '',
    providers: options.providers,
    minPasswordLength: options.min_password_length,
    signUpMode: signUp.mode,
    captcha: captcha && { provider: captcha.provider, siteKey: captcha.site_key },
    factors: options.factors,
    connections: options.connections,
    applications: options.applications,
    organizations: organizations && { creation: organizations.creation, ownRoles: organizations.own_roles },
    deletionGraceDays: options.deletion_grace_days,
  };
}

/** Gives the components the look of the service: without specificity, so that any rule of the application wins. */
export function useBrandStyle(style: Branding['style'] = {}): void {
  const rules = Object.entries(style)
    .map(([name, value]) => `--keyward-${name}:${value}`)
    .join(';');
  useEffect(() => {
    if (rules === '') return undefined;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`:where(:root){${rules}}`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [rules]);
}
