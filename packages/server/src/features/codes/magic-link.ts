import type { Purpose } from './codes.ts';

export interface MagicLinks {
  /**
   * The address behind a mail's button.
   * @param frontend the resolved frontend; null leads back to the service itself
   */
  url(link: {
    purpose: Purpose;
    email: string;
    code: string;
    frontend: string | null;
    /** Travels in the link, whose owner holds the code itself; it is for what the redirect hands over. */
    challenge?: string | undefined;
  }): string;
  /** The frontend's page where a person's click posts the code. */
  confirmUrl(link: { purpose: Purpose; email: string; code: string; frontend: string }): string;
  /** Opening a link spends nothing; the page that it leads to does. */
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
    url({ purpose, email, code, frontend, challenge }) {
      if (confirm) return confirmUrl({ purpose, email, code, frontend: frontend ?? config.publicUrl() });
      const query = new URLSearchParams({ email, otp: code });
      if (frontend !== null) query.set('frontend_url', frontend);
      if (purpose === 'login' && challenge !== undefined) query.set('code_challenge', challenge);
      return `${config.publicUrl()}${config.prefix}/link/${purpose}?${query.toString()}`;
    },
  };
}
