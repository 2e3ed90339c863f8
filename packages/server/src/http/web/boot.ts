import type { ReplacedTexts } from '../../features/delivery/texts/check-texts.ts';
import type { OperatorLanguage } from '../../lib/languages.ts';

/**
 * The data that the service writes into its own pages, as JSON in the element `#keyward`, so that a page needs
 * no request before it draws. It contains no secret, because the pages are public. Paths are as browsers see
 * them.
 */
export interface Boot {
  /** Of the API, for example `/auth`. */
  prefix: string;
  /** Only on the pages for end users. True: organizations have identity providers of their own. */
  connections?: boolean;
  /** False: the deployment has no log routes. */
  logPath: string | false;
  /** The path that the pages are mounted below; empty at the root. */
  webPath: string;
  /** Whether the pages for end users are served; a host may have its own at these paths. */
  pages: boolean;
  /** Only on the page of the console. False: the console shows how to find the set-up link. */
  hasSuperadmin?: boolean;
  /** Only on the page of the console. Whether it may continue a superadmin's session of the account page. */
  takesSession?: boolean;
  /** Of `/docs`, `/reference` and `/llms.txt`; false: there are none. */
  documentationPath: string | false;
  /** The address that mails and documents name. */
  publicUrl: string;
  version: string;
  /** Chosen by `Accept-Language`; the page has it as `lang`. */
  language: string;
  /** Only on the pages for end users: the files below `/web` with the texts of that language, by their part. */
  texts?: Readonly<Record<string, string>>;
  /** What the operator says in their place. Texts fill in values by place, as `{0}`. */
  ownTexts?: ReplacedTexts | undefined;
  minPasswordLength: number;
  /** Whether the end-user pages keep their session in cookies. The console always does. */
  cookieMode: boolean;
  signUp: {
    mode: 'open' | 'invite' | 'closed';
    /** Null: no captcha. */
    captcha: { provider: 'turnstile' | 'hcaptcha' | 'recaptcha'; siteKey: string } | null;
  };
  /** The number of days in which a sign-in cancels a deletion. */
  deletionGraceDays: number;
  /** Which second factors the settings allow; a passkey also signs in alone. */
  factors: { totp: boolean; passkeys: boolean };
  /** Whether other applications can sign in with the service. */
  applications: boolean;
  /** The rights of people over organizations; null: organizations are off. */
  organizations: { creation: boolean; ownRoles: boolean } | null;
  /** The configured providers, in the order of their slots. */
  providers: readonly ProviderChoice[];
  branding: { name: string; logoUrl: string | null; links: readonly BrandingLink[] };
}

/** The part for the documentation's pages. */
export interface DocsBoot {
  language: OperatorLanguage;
  documentationPath: string;
}

export interface ProviderChoice {
  /** As in the paths of the API, `idp1`. */
  slot: string;
  /** The name of its preset, for a picture: `google`, `github`, `oidc` … */
  name: string;
  /** Its name for people. */
  label: string;
}

export interface BrandingLink {
  label: string;
  url: string;
}
