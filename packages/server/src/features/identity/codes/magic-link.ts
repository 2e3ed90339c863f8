import type { Purpose } from '../../../store/tables/codes.ts';

export interface MagicLinks {
  /**
   * The address behind the button of a mail.
   * @param frontend the resolved frontend; null leads back to the service itself
   */
  url(link: {
    purpose: Purpose;
    email: string;
    code: string;
    frontend: string | null;
    /**
     * The frontend's PKCE challenge. It is part of the link, whose reader has the code anyway, and protects the code
     * of the redirect.
     */
    challenge?: string | undefined;
    /** Whether the link leads to a page that asks first. Default: as in the settings. */
    asks?: boolean;
  }): string;
  /** A page of the frontend, which posts the code when a person clicks. */
  confirmUrl(link: { purpose: Purpose; email: string; code: string; frontend: string }): string;
  /** Whether the link leads to a page that asks before it spends the code. */
  readonly confirm: boolean;
}

/** Links are built from the configured address, never from the headers of a request. */
export function createMagicLinks(config: {
  publicUrl: () => string;
  prefix: string;
  magicLinks: 'direct' | 'confirm';
}): MagicLinks {
  const confirm = config.magicLinks === 'confirm';

  function confirmUrl({ purpose, email, code, frontend }: Parameters<MagicLinks['confirmUrl']>[0]): string {
    return `${frontend}/magic-link/confirm?${new URLSearchParams({ purpose, email, otp: code }).toString()}`;
  }

  return {
    confirm,
    confirmUrl,
    url({ purpose, email, code, frontend, challenge, asks = false }) {
      if (asks || confirm)
        return confirmUrl({ purpose, email, code, frontend: frontend ?? config.publicUrl() });
      const query = new URLSearchParams({ email, otp: code });
      if (frontend !== null) query.set('frontend_url', frontend);
      if (purpose === 'login' && challenge !== undefined) query.set('code_challenge', challenge);
      return `${config.publicUrl()}${config.prefix}/link/${purpose}?${query.toString()}`;
    },
  };
}
