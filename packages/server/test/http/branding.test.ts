import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { asObject, assertRefusal, suiteKeyward } from './expectations.ts';
import { addPerson } from './people.ts';
import { databasesFor } from '../support/usual-size.ts';

const SVG = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`;

for (const kind of databasesFor(import.meta.filename)) {
  describe(`config/branding on ${kind}`, () => {
    const keyward = suiteKeyward(kind, {
      settings: { KEYWARD_BRANDING_NAME: 'Example', KEYWARD_MAIL_FROM: 'Sender <sender@example.org>' },
    });
    let token: string;
    before(async () => {
      ({ token } = await addPerson(keyward, { role: 'superadmin' }));
    });
    const change = (body: object, method = 'PATCH', query = '') =>
      keyward.call(method, `/config/branding${query}`, { token, body });
    const patch = async (body: object) => {
      const answer = await change(body);
      assert.equal(answer.status, 200, answer.text);
    };
    const shown = async () =>
      asObject((await keyward.call('GET', '/config/load', { token })).body['branding']);
    const page = async (path = '/signin') => {
      const { status, text, headers } = await keyward.callRoot('GET', path);
      assert.equal(status, 200);
      const [, json = ''] = /id="keyward">([^<]*)</.exec(text) ?? [];
      const boot: { branding: unknown; signUp: { captcha: unknown } } = JSON.parse(json);
      const [, style = ''] = /href="([^"]*branding\.css[^"]*)"/.exec(text) ?? [];
      return { boot, style, policy: (headers.get('content-security-policy') ?? '').split('; ') };
    };

    it('comes from the start, and takes what a superadmin saves', async () => {
      const first = { name: 'Example', logo_url: '', colour: '', radius: 8, font: 'geist', links: [] };
      assert.deepEqual(await shown(), first);
      const links = [
        { label: 'Terms', url: 'https://example.com/terms' },
        { label: 'Help', url: 'mailto:help@example.com' },
        { label: 'Local', url: '/docs' },
      ];
      const changes = { logo_url: '/logo.svg', colour: '#0F766E', radius: 0, font: 'serif', links };
      const dry = await change(changes, 'PATCH', '?dry_run=true');
      assert.deepEqual(asObject(dry.body['changes'])['radius'], { before: 8, after: 0 });
      assert.deepEqual(await shown(), first);
      await patch(changes);
      assert.deepEqual(await shown(), { ...first, ...changes, colour: '#0f766e' });
      await change({ colour: '#000000' }, 'POST');
      assert.deepEqual(await shown(), { ...first, name: '', colour: '#000000' });
      const back = await keyward.call('POST', '/config/rollback', {
        token,
        body: { section: 'branding', version: 0 },
      });
      assert.equal(back.status, 200, back.text);
      assert.deepEqual(await shown(), first);
    });

    it('refuses values that pages could not show, or that mislead people', async () => {
      const refused: [body: object, field: string][] = [
        [{ name: 'x'.repeat(61) }, 'name'],
        [{ name: 'a\nb' }, 'name'],
        ...['blue', '#fff', '#12345g', 'rgb(0,0,0)', '#000000;}'].map((colour): [object, string] => [
          { colour },
          'colour',
        ]),
        ...[-1, 25, 1.5].map((radius): [object, string] => [{ radius }, 'radius']),
        [{ font: 'Comic Sans' }, 'font'],
        ...[
          'http://example.com/logo.png',
          '//example.com/logo.png',
          '/\\example.com/logo.png',
          'logo.png',
          'javascript:alert(1)',
          'https://user:secret@example.com/logo.png',
          'https://example.com;sandbox/logo.png',
          'https://example.com,x/logo.png',
          'https://*/logo.png',
          'data:text/html;base64,AAAA',
          'data:image/svg+xml;utf8,<svg/>',
          `data:image/png;base64,${'A'.repeat(49_152)}`,
        ].map((logo_url): [object, string] => [{ logo_url }, 'logo_url']),
        ...['http://example.com', 'javascript:alert(1)', '//evil.example', 'data:text/html,x', ''].map(
          (url): [object, string] => [{ links: [{ label: 'Terms', url }] }, 'links.0.url'],
        ),
        [{ links: [{ label: ' ', url: '/a' }] }, 'links.0.label'],
        [{ links: Array.from({ length: 7 }, () => ({ label: 'a', url: '/a' })) }, 'links'],
      ];
      const kept = await shown();
      for (const [body, field] of refused) assertRefusal(await change(body), 422, 'ValidationError', [field]);
      assert.deepEqual(await shown(), kept);
      for (const logo_url of [
        SVG,
        `data:image/png;base64,${'A'.repeat(49_000)}`,
        'http://localhost:3000/a.png',
        '',
      ])
        await patch({ logo_url });
    });

    it('sets what the pages show: name, logo and links', async () => {
      await patch({ name: '', logo_url: '', links: [] });
      assert.deepEqual((await page()).boot.branding, { name: 'Sender', logoUrl: null, links: [] });
      const links = [{ label: '</script><b>', url: '/terms' }];
      await patch({ name: 'Ada & Co', logo_url: SVG, links });
      for (const path of ['/signin', '/console'])
        assert.deepEqual((await page(path)).boot.branding, { name: 'Ada & Co', logoUrl: SVG, links });
    });

    it('HD1: its logo is the only foreign source that the policy of the pages admits', async () => {
      const pictures = async (logo_url: string) => {
        await patch({ logo_url });
        const { policy } = await page();
        return policy.find((part) => part.startsWith('img-src'));
      };
      assert.equal(await pictures(''), "img-src 'self' data:");
      assert.equal(await pictures('/logo.svg'), "img-src 'self' data:");
      assert.equal(
        await pictures('https://cdn.example.com/a/logo.svg'),
        "img-src 'self' data: https://cdn.example.com",
      );
      assert.equal(
        await pictures('http://localhost:3000/a.png'),
        "img-src 'self' data: http://localhost:3000",
      );
    });

    it('is a stylesheet whose address changes with its content', async () => {
      const style = async () => {
        const { style: address } = await page();
        return { address, answer: await keyward.callRoot('GET', address) };
      };
      await patch({ colour: '', radius: 8, font: 'geist' });
      const plain = await style();
      assert.equal(plain.answer.text, ':root {\n  --keyward-radius: 8px;\n}\n');
      assert.match(plain.answer.headers.get('content-type') ?? '', /^text\/css/);
      assert.match(plain.answer.headers.get('cache-control') ?? '', /immutable/);
      await patch({ colour: '#0F766E', radius: 12, font: 'mono' });
      const { address, answer } = await style();
      assert.notEqual(address, plain.address);
      for (const line of [
        '--keyward-colour: #0f766e;',
        '--keyward-on-colour: #ffffff;',
        '--keyward-on-colour-dark: #000000;',
        '--keyward-radius: 12px;',
        '--keyward-font: ui-monospace,',
      ])
        assert.ok(answer.text.includes(line), answer.text);
      const unversioned = await keyward.callRoot('GET', '/web/branding.css');
      assert.equal(unversioned.text, answer.text);
      assert.equal(unversioned.headers.get('cache-control'), 'no-cache');
      const headers = { 'if-none-match': unversioned.headers.get('etag') ?? '' };
      const same = await keyward.callRoot('GET', '/web/branding.css', { headers });
      assert.deepEqual([same.status, same.text], [304, '']);
      assert.equal((await keyward.callRoot('GET', plain.address)).headers.get('cache-control'), 'no-cache');
    });

    it('the pages ask for their own font at once, and only where it is in use', async () => {
      const fontOf = async (path: string) => {
        const { text } = await keyward.callRoot('GET', path);
        return /<link rel="preload" as="font" type="font\/woff2" href="([^"]+)" crossorigin>/.exec(text)?.[1];
      };
      await patch({ font: 'geist' });
      const font = (await fontOf('/signin')) ?? '';
      const { status, headers } = await keyward.callRoot('GET', font);
      assert.deepEqual([status, headers.get('content-type')], [200, 'font/woff2']);
      await patch({ font: 'mono' });
      assert.equal(await fontOf('/signin'), undefined);
    });

    it('an API key may set the name, not where the logo is and links lead', async () => {
      const made = await keyward.call('POST', '/apikey', {
        token,
        body: { name: 'designer', scopes: ['settings:write'] },
      });
      const key = String(made.body['key'] ?? asObject(made.body['api_key'])['key']);
      const by = (body: object) => keyward.call('PATCH', '/config/branding', { token: key, body });
      assert.equal((await by({ name: 'By a key' })).status, 200);
      for (const body of [{ logo_url: '/other.svg' }, { links: [{ label: 'Help', url: '/help' }] }])
        assertRefusal(await by(body), 403, 'ScopeMissingError');
    });
  });
}

describe('the captcha of the pages', () => {
  const keyward = suiteKeyward('sqlite');

  it('HD1: is recorded with its site key, and admitted by the policy, only while one is configured', async () => {
    const { token } = await addPerson(keyward, { role: 'superadmin' });
    const patch = (body: object) => keyward.call('PATCH', '/config/signup', { token, body });
    const page = async (path: string) => {
      const { text, headers } = await keyward.callRoot('GET', path);
      const [, json = ''] = /id="keyward">([^<]*)</.exec(text) ?? [];
      const boot: { signUp: { captcha: unknown } } = JSON.parse(json);
      const policy = headers.get('content-security-policy') ?? '';
      return {
        captcha: boot.signUp.captcha,
        admitted: policy.includes('https://challenges.cloudflare.com'),
        policy,
      };
    };
    assert.deepEqual((await page('/signin')).captcha, null);
    await patch({ captcha: 'turnstile', captcha_secret: 'secret-key' });
    assert.deepEqual((await page('/signin')).captcha, null);
    assert.equal((await patch({ captcha_site_key: 'site-key' })).status, 200);
    const { captcha, admitted, policy } = await page('/signin');
    assert.deepEqual([captcha, admitted], [{ provider: 'turnstile', siteKey: 'site-key' }, true]);
    assert.match(policy, /frame-src 'self' https:\/\/challenges\.cloudflare\.com;/);
    assert.ok(!policy.includes('unsafe'));
    assert.equal((await page('/console')).admitted, false);
    const other = { captcha: 'hcaptcha', captcha_secret: 'other-secret' };
    assertRefusal(await patch(other), 400, 'InvalidConfigError');
    assert.equal((await patch({ ...other, captcha_site_key: 'other-site' })).status, 200);
    assert.equal((await page('/signin')).admitted, false);
  });
});
