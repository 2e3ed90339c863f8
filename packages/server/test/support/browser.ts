/** A browser, as far as redirects and cookies go: one cookie jar for each host. Like real ones, it ignores the port. */
export interface Browser {
  /** One request; redirects are not followed. */
  get(url: string, headers?: Record<string, string>): Promise<Response>;
  /** Submits a form; redirects are not followed. */
  submit(url: string, fields: Record<string, string>): Promise<Response>;
  /**
   * Follows redirects until one leads to an address that begins with `until`.
   * @returns that address, which is not opened
   */
  followTo(url: string, until: string): Promise<URL>;
  /** Stores the cookies of another answer, such as one to a page's fetch. */
  takeUp(url: string, response: Pick<Response, 'headers'>): void;
  /** The value of a cookie; undefined when there is none for this address. */
  cookie(url: string, name: string): string | undefined;
  setCookie(url: string, name: string, value: string): void;
}

interface Cookie {
  path: string;
  value: string;
}

const MAX_REDIRECTS = 20;

export function createBrowser(): Browser {
  const jar = new Map<string, Map<string, Cookie>>();

  function cookiesOf(url: URL): Map<string, Cookie> {
    const cookies = jar.get(url.hostname) ?? new Map<string, Cookie>();
    jar.set(url.hostname, cookies);
    return cookies;
  }

  function takeUp(url: URL, headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(pair.indexOf('=') + 1);
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
      const expired = attributes.some((attribute) =>
        /^(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute),
      );
      if (expired) cookiesOf(url).delete(name);
      else cookiesOf(url).set(name, { path, value });
    }
  }

  function matching(url: URL): [string, Cookie][] {
    return [...cookiesOf(url)].filter(
      ([, { path }]) =>
        path === '/' || url.pathname === path || url.pathname.startsWith(path.replace(/\/?$/, '/')),
    );
  }

  async function send(
    address: string,
    headers: Record<string, string> = {},
    form?: URLSearchParams,
  ): Promise<Response> {
    const url = new URL(address);
    const cookie = matching(url)
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { ...headers, ...(cookie !== '' && { cookie }) },
      ...(form !== undefined && { method: 'POST', body: form }),
    });
    takeUp(url, response.headers);
    return response;
  }

  const get: Browser['get'] = (url, headers) => send(url, headers);

  return {
    get,
    submit: (url, fields) => send(url, {}, new URLSearchParams(fields)),
    async followTo(start, until) {
      let url = start;
      for (let count = 0; count < MAX_REDIRECTS; count += 1) {
        if (url.startsWith(until)) return new URL(url);
        const response = await get(url);
        const location = response.headers.get('location');
        const text = await response.text();
        if (location === null) throw new Error(`${url} answered ${response.status}, not a redirect: ${text}`);
        url = new URL(location, url).href;
      }
      throw new Error(`more than ${MAX_REDIRECTS} redirects from ${start}`);
    },
    takeUp: (url, { headers }) => takeUp(new URL(url), headers),
    cookie: (url, name) => matching(new URL(url)).find(([found]) => found === name)?.[1].value,
    setCookie: (url, name, value) => void cookiesOf(new URL(url)).set(name, { path: '/', value }),
  };
}
