import type { Purpose } from '../../../store/tables/codes.ts';
import type { Frontends } from '../../settings/frontends.ts';

/** The content of a link. */
interface LinkedCode {
  purpose: Purpose;
  email: string;
  code: string;
  /** The secret of the link. Undefined for a link from before links had keys. */
  key?: string | undefined;
}

export interface MagicLinks {
  /**
   * The address behind the button of a mail.
   * @param frontend the resolved frontend; null leads to the service's own page
   */
  url(
    link: LinkedCode & {
      frontend: string | null;
      /**
       * The frontend's PKCE challenge. It is part of the link, whose reader has the code anyway, and protects the code
       * of the redirect.
       */
      challenge?: string | undefined;
      /** Whether the link leads to a page that asks for confirmation first. Default: as in the settings. */
      asks?: boolean;
    },
  ): string;
  /** A page of the frontend, which posts the code when a person clicks. */
  confirmUrl(link: LinkedCode & { frontend: string }): string;
  /** Whether the link leads to a page that asks before it spends the code. */
  readonly confirm: boolean;
}

/** Links are built from the configured address, never from the headers of a request. */
export function createMagicLinks(config: {
  publicUrl: () => string;
  frontends: Pick<Frontends, 'own'>;
  prefix: string;
  magicLinks: 'direct' | 'confirm';
}): MagicLinks {
  const confirm = config.magicLinks === 'confirm';

  function confirmUrl({ purpose, frontend, ...linked }: LinkedCode & { frontend: string }): string {
    return `${frontend}/magic-link/confirm?${new URLSearchParams({ purpose, ...carried(linked) }).toString()}`;
  }

  return {
    confirm,
    confirmUrl,
    url({ frontend, challenge, asks = false, ...linked }) {
      if (asks || confirm) return confirmUrl({ ...linked, frontend: frontend ?? config.frontends.own });
      const { purpose } = linked;
      const query = new URLSearchParams(carried(linked));
      if (frontend !== null) query.set('frontend_url', frontend);
      if (purpose === 'login' && challenge !== undefined) query.set('code_challenge', challenge);
      return `${config.publicUrl()}${config.prefix}/link/${purpose}?${query.toString()}`;
    },
  };
}

/** The parameters for a code, in links and in redirects to the page that uses it. */
export function carried({ email, code, key }: Omit<LinkedCode, 'purpose'>): Record<string, string> {
  return { email, otp: code, ...(key !== undefined && { key }) };
}
