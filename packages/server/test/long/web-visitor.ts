import assert from 'node:assert/strict';
import { asText } from '../http/expectations.ts';
import type { TestKeyward } from '../support/keyward.ts';

export interface Page {
  url: URL;
  status: number;
  text: string;
}

const MOST_REDIRECTS = 20;

/** A browser without scripts. It keeps cookies, follows redirects, and gives consent on Keyward's page. */
export class WebVisitor {
  readonly #keyward: TestKeyward;
  readonly #token: string;
  readonly #cookies = new Map<string, string>();

  /** @param token of the person who is signed in on Keyward's pages */
  constructor(keyward: TestKeyward, token: string) {
    this.#keyward = keyward;
    this.#token = token;
  }

  get #cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async open(address: string | URL): Promise<Page> {
    let url = new URL(address);
    for (let step = 0; step < MOST_REDIRECTS; step += 1) {
      const isConsent = url.origin === this.#keyward.url && url.pathname.endsWith('/consent');
      if (isConsent) {
        url = await this.#allow(url.searchParams.get('request') ?? '');
        continue;
      }
      const headers = { cookie: this.#cookie, accept: 'text/html' };
      const answer = await fetch(url, { redirect: 'manual', headers });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        this.#cookies.set(name, value);
      }
      const next = answer.headers.get('location');
      const text = await answer.text();
      if (next === null) return { url, status: answer.status, text };
      url = new URL(next, url);
    }
    return assert.fail(`redirects without end, at ${url.href}`);
  }

  async #allow(id: string): Promise<URL> {
    const options = { token: this.#token, headers: { cookie: this.#cookie }, body: { allow: true } };
    const answer = await this.#keyward.call('POST', `/oauth/request/${id}`, options);
    assert.equal(answer.status, 200, answer.text);
    return new URL(asText(answer.body['redirect_to']));
  }
}
