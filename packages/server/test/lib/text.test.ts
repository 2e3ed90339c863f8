import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { isPlainText, isWebUrl, lengthOf, PLAIN_CHARACTER } from '../../src/lib/text.ts';

/** Line separators, bidirectional controls, and invisible marks. */
const UNSEEN = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/g;

describe('isPlainText', () => {
  it('takes any single line in any script', () => {
    for (const text of [
      '',
      ' ',
      'Ada Lovelace',
      'José',
      '田中太郎',
      '👩‍👩‍👧',
      'שלום',
      '\u00a0',
      '\u200d',
      '\uffff',
    ]) {
      assert.ok(isPlainText(text), text);
    }
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(UNSEEN, ''));
    fc.assert(fc.property(line, isPlainText));
  });

  it('refuses exactly the control characters, invisible characters and lone surrogates', () => {
    for (let code = 0; code <= 0xffff; code++) {
      const control = code < 0x20 || (code >= 0x7f && code < 0xa0);
      const unseen = String.fromCharCode(code).search(UNSEEN) !== -1;
      const surrogate = code >= 0xd800 && code < 0xe000;
      const text = `a${String.fromCharCode(code)}b`;
      assert.equal(isPlainText(text), !(control || unseen || surrogate), code.toString(16));
      const pattern = new RegExp(`^${PLAIN_CHARACTER}$`, 'u');
      if (!surrogate)
        assert.equal(pattern.test(String.fromCharCode(code)), !(control || unseen), code.toString(16));
    }
    assert.ok(!isPlainText('\udc00\ud800'));
  });
});

describe('lengthOf', () => {
  it('counts code points, as JSON Schema does', () => {
    assert.equal(lengthOf('a😀é'), 3);
    assert.equal(lengthOf(''), 0);
  });
});

describe('isWebUrl', () => {
  it('takes http and https URLs', () => {
    const urls = [
      'https://example.com',
      'http://example.com/',
      'HTTPS://Example.COM/a/b?c=d@e#f',
      'https://bücher.example/é',
    ];
    urls.push(
      'https://[::1]:8443/x',
      'http://127.0.0.1:80',
      'https://example.com/~a/@b/image(1).png',
      'https://example.com?x',
    );
    for (const url of urls) assert.ok(isWebUrl(url), url);
  });

  const refused: Record<string, string[]> = {
    'other schemes': [
      'javascript:alert(1)',
      'data:image/png;base64,AA==',
      'ftp://example.com',
      'file:///etc/passwd',
      'blob:https://example.com/x',
      'httpx://example.com',
      'java\nscript:alert(1)',
    ],
    'what is not absolute': [
      '',
      'example.com',
      '//example.com/x',
      '/x',
      'https:example.com',
      'https:/example.com',
      'http://',
      'https://?x',
      'https:///example.com',
      'https://#x',
    ],
    credentials: [
      'https://user@example.com',
      'https://user:pass@example.com',
      'https://:pass@example.com',
      'https://example.org@example.com/',
      'https://@example.com',
      'https://:@example.com',
    ],
    'white space and control characters': [
      ' https://example.com',
      'https://example.com ',
      'https://example.com/a b',
      'https://exam\tple.com',
      'https://example.com/\n',
      'https://example.com/\u00a0',
      'https://example.com/\0',
      'https://example.com/\u0085',
      'https://example.com/\u2028',
      'https://example.com/\u007f',
      'https://example.com/\ud800',
    ],
    backslashes: ['https:\\\\example.com', 'https://example.com\\@example.org', 'https://example.com/a\\b'],
    'bad hosts': [
      'https://exa mple.com',
      'https://example.com:99999',
      'https://[::1',
      'https://1.2.3.256',
      'https://exa%mple.com',
    ],
  };
  for (const [what, urls] of Object.entries(refused)) {
    it(`refuses ${what}`, () => {
      for (const url of urls) assert.ok(!isWebUrl(url), JSON.stringify(url));
    });
  }

  it('takes at most 2048 characters', () => {
    assert.ok(isWebUrl(`https://example.com/${'😀'.repeat(2028)}`));
    const url = `https://example.com/${'a'.repeat(2028)}`;
    assert.equal(url.length, 2048);
    assert.ok(isWebUrl(url));
    assert.ok(!isWebUrl(`${url}a`));
  });
});
