import { isLoopback } from '../../config/addresses.ts';
import { KeywardError } from '../../errors.ts';
import { lengthOf, MAX_URL } from '../../lib/text.ts';

export interface Frontends {
  /**
   * Whether a page of this origin may call the API and receive tokens. The origin `null` is never allowed.
   */
  isAllowed(origin: string): boolean;
  /**
   * The base address for redirects, without a slash at its end: `https://app.example.com/base`.
   * @throws KeywardError `FrontendUrlNotAllowedError`
   */
  resolve(frontendUrl: string): string;
  /**
   * The address of one page of a frontend, where the browser goes after a sign-in; it may have a query.
   * @throws KeywardError `FrontendUrlNotAllowedError`
   */
  page(address: string): URL;
  /** The service's own pages, where links lead that name no frontend: in a host, its root has other pages. */
  readonly own: string;
  /** The destination of redirects when the requested address is not allowed. */
  readonly fallback: string;
}

/** Limited, because anybody can cause it to be stored, and can choose the path. */
const MAX_ADDRESS = 512;

/** No white space, backslash or control character: browsers read them differently from servers. */
const PLAIN_HTTP_URL = /^https?:\/\/[^\s\\\p{Cc}]+$/iu;

/**
 * The one allow-list of frontends, for redirects, mailed links and CORS. It compares parsed origins, never
 * text. The service's own origin is always allowed. Without a list, if the own origin is a loopback origin,
 * every loopback origin is allowed.
 * @param own address of the service's own pages; read at each use: a service on a free port learns it when it
 * listens
 * @param api address of the API
 */
export function createFrontends(own: () => string, allowed: readonly string[], api: () => string): Frontends {
  const listed = new Set(allowed);

  function isAllowedUrl(url: URL): boolean {
    const { origin, hostname } = new URL(own());
    if (listed.has(url.origin) || url.origin === origin) return true;
    return listed.size === 0 && isLoopback(hostname) && isLoopback(url.hostname);
  }

  /** The API would take the code that comes with an address for an answer of a provider, and send it there. */
  function isPage(url: URL): boolean {
    const { origin, pathname } = new URL(api());
    return isAllowedUrl(url) && !(url.origin === origin && isBelow(url.pathname, pathname));
  }

  function parse(text: string): URL | null {
    return lengthOf(text) <= MAX_URL && PLAIN_HTTP_URL.test(text) ? URL.parse(text) : null;
  }

  return {
    get own() {
      return own();
    },

    get fallback() {
      return allowed[0] ?? own();
    },

    isAllowed(origin) {
      const url = parse(origin);
      return url !== null && url.origin === origin && isAllowedUrl(url);
    },

    page(address) {
      const url = parse(address);
      if (url === null || url.username !== '' || url.password !== '' || url.hash !== '' || !isPage(url))
        throw new KeywardError('FrontendUrlNotAllowedError');
      return url;
    },

    resolve(frontendUrl) {
      const url = parse(frontendUrl);
      const plain =
        url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
      if (!plain || !isPage(url)) throw new KeywardError('FrontendUrlNotAllowedError');
      const address = (url.origin + url.pathname).replace(/\/+$/, '');
      if (address.length > MAX_ADDRESS) throw new KeywardError('FrontendUrlNotAllowedError');
      return address;
    },
  };
}

/** Whether a path is below another one, as any server or proxy may read it. */
function isBelow(path: string, folder: string): boolean {
  const plain = readPath(path);
  return plain === null || `${plain}/`.startsWith(`${readPath(folder) ?? ''}/`);
}

function readPath(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path);
    if (decoded !== path) return readPath(decoded);
  } catch {
    return null;
  }
  return path
    .toLowerCase()
    .replaceAll(/[\\/]+/g, '/')
    .replace(/\/$/, '');
}
