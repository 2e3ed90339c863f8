/**
 * What the service writes into its own pages, as JSON in the element `#keyward`, so that a page needs no request before
 * it draws. It contains nothing secret: everybody may open these pages. Paths are as browsers see them.
 */
export interface Boot {
  /** Of the API, for example `/auth`. */
  prefix: string;
  /** False: the deployment has no log routes. */
  logPath: string | false;
  /** What the pages are mounted below; empty at the root. */
  webPath: string;
  /** Of `/docs`, `/reference` and `/llms.txt`; false: there are none. */
  documentationPath: string | false;
  /** The address that mails and documents name. */
  publicUrl: string;
  version: string;
  /** By `Accept-Language`; the page has it as `lang`. */
  language: Language;
  minPasswordLength: number;
  /** Whether the end-user pages keep their session in cookies. The console always does. */
  cookieMode: boolean;
  signUp: {
    mode: 'open' | 'invite' | 'closed';
    /** Null: nobody is asked. */
    captcha: { provider: 'turnstile' | 'hcaptcha' | 'recaptcha'; siteKey: string } | null;
  };
  /** For how many days a sign-in brings a deleted account back. */
  deletionGraceDays: number;
  /** Which second factors the settings allow; a passkey also signs in alone. */
  factors: { totp: boolean; passkeys: boolean };
  /** Those that are configured, in the order of their slots. */
  providers: readonly ProviderChoice[];
  branding: { name: string; logoUrl: string | null; links: readonly BrandingLink[] };
}

/** The part that the documentation's pages have. */
export interface DocsBoot extends Pick<Boot, 'language'> {
  documentationPath: string;
}

export type Language = 'en' | 'de';

export interface ProviderChoice {
  /** As in the paths of the API, `idp1`. */
  slot: string;
  /** Of its preset, for a picture: `google`, `github`, `oidc` … */
  name: string;
  /** What people call it. */
  label: string;
}

export interface BrandingLink {
  label: string;
  url: string;
}
