import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { parseStrictJson, StrictJsonError } from '../../src/lib/strict-json.ts';
import { fastest } from '../support/resources.ts';

function refusal(document: string | Buffer): StrictJsonError {
  try {
    parseStrictJson(Buffer.from(document));
  } catch (error) {
    assert.ok(error instanceof StrictJsonError, String(error));
    return error;
  }
  throw new Error(`accepted ${JSON.stringify(document.toString('latin1'))}`);
}

const accepts = (text: string) => assert.deepEqual(parseStrictJson(Buffer.from(text)), JSON.parse(text));

// The categories of the JSONTestSuite, a document for each way to be wrong.
const malformed: Record<string, string[]> = {
  nothing: ['', ' ', '\n', '\u2060', '\0'],
  'a byte order mark': ['\ufeff{}', '\ufeff', ' \ufeff1'],
  'unclosed values': [
    '[',
    '{',
    '[1',
    '[1,',
    '["',
    '"',
    '"a',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '[{',
    '[""',
    '[\n1',
  ],
  'wrong closings': [']', '}', '[1}', '{"a":1]', '[}', '{]', '[1]]', '{}}', '[][]', '{"a":[}', ','],
  'misplaced commas': [
    '[1,]',
    '[,1]',
    '[,]',
    '[1,,2]',
    '{"a":1,}',
    '{,"a":1}',
    '{"a":1,,"b":2}',
    '[1 2]',
    '["a" "b"]',
    '1,',
  ],
  'bad members': [
    '{a:1}',
    "{'a':1}",
    '{1:1}',
    '{null:1}',
    '{"a" 1}',
    '{"a"}',
    '{"a"::1}',
    '{:1}',
    '{"a":1 "b":2}',
    '{"a",1}',
    '[a:1]',
    '["a":1]',
    '{[]:1}',
    '{"a":b}',
    '{*}',
  ],
  'bad numbers': [
    '01',
    '-01',
    '+1',
    '-',
    '- 1',
    '--1',
    '.5',
    '-.5',
    '1.',
    '-1.',
    '1.e1',
    '1e',
    '1e+',
    '1E',
    '1.5e',
    '0x1F',
    '1_000',
    '1a',
    '0e',
    '012',
    '1e1.5',
    '1+2',
    '１',
    '٣',
    '-a',
    '1.2.3',
  ],
  words: [
    'NaN',
    '-NaN',
    'Infinity',
    '-Infinity',
    'undefined',
    'nul',
    'tru',
    'True',
    'TRUE',
    'truefalse',
    'nulll',
    'fals',
  ],
  'bad strings': ["'a'", '"\t"', '"\n"', '"\0"', '"\u001f"', '`a`', '"a', '"a"b', 'a', '“a”'],
  'bad escapes': [
    '"\\x41"',
    '"\\a"',
    '"\\\'"',
    '"\\0"',
    '"\\u"',
    '"\\u12"',
    '"\\u123g"',
    '"\\U0041"',
    '"\\',
    '"\\"',
    '"\\\u0007"',
    '"\\ud800\\u"',
    '"\\é"',
  ],
  comments: ['/**/1', '1//', '[1/**/]', '{"a":/*"b":*/1}', '#\n1', '{}//'],
  'odd white space': ['[\u00a01]', '[\f1]', '[\v1]', '\u20281', '[1]\0', '\u30001'],
  'trailing data': ['1 2', '{} {}', '{"a":1}x', '"a"1', 'null,', '[1]]', '{}#'],
};

const invalidUtf8: [what: string, bytes: number[], position: number][] = [
  ['a lone continuation byte', [0x22, 0x80, 0x22], 1],
  ['a cut sequence', [0x22, 0xe2, 0x82, 0x22], 1],
  ['an overlong form', [0x22, 0xc0, 0xaf, 0x22], 1],
  ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22], 1],
  ['a code point beyond Unicode', [0x22, 0xf5, 0x80, 0x80, 0x80, 0x22], 1],
  ['an invalid byte after a replacement character', [0x22, 0xef, 0xbf, 0xbd, 0xff, 0x22], 4],
  ['a cut replacement character', [0xef, 0xbf], 2],
  ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00], 0],
  ['Latin-1', [0x5b, 0x22, 0xe9, 0x22, 0x5d], 2],
];

describe('parseStrictJson', () => {
  it('returns what JSON.parse returns', () => {
    const texts = [
      '0',
      '-0',
      '-1.5e+10',
      '1E400',
      '""',
      '"a"',
      'true',
      'false',
      'null',
      ' [ ] ',
      '\t{\r\n}\n',
      '[[],{}]',
    ];
    texts.push(
      '{"a":{"a":[{"a":1},{"a":2}]},"b":""}',
      '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00E9\\ud83d\\ude00"',
      '"\\ud800"',
    );
    texts.push(
      '"\u007f\u2028😀"',
      '{"":1}',
      '{"A":1,"a":2,"á":3,"a\u0301":4}',
      '[1,1]',
      '["a","a"]',
      '{"a":["a"],"b":"a"}',
    );
    for (const text of texts) accepts(text);
  });

  it('takes every value that JSON.stringify writes', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 8, stringUnit: 'binary' }),
        fc.constantFrom('', ' ', '\t'),
        (value, indent) => {
          const text = JSON.stringify(value, null, indent);
          if (!text.includes('"__proto__"') && !text.includes('"prototype"')) accepts(text);
        },
      ),
      { numRuns: 500 },
    );
  });

  for (const [what, documents] of Object.entries(malformed)) {
    it(`RL7: refuses ${what}`, () => {
      for (const document of documents) {
        assert.match(refusal(document).message, /^(unexpected (character|end)|bad escape) at position \d+$/);
      }
    });
  }

  for (const [what, bytes, position] of invalidUtf8) {
    it(`RL7: refuses ${what}`, () => {
      assert.equal(refusal(Buffer.from(bytes)).message, `not valid UTF-8 at position ${position}`);
    });
  }

  it('refuses a text exactly when JSON.parse does, or for a rule of its own', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      'u0041',
      'n',
      '0',
      '1',
      '-',
      '+',
      '.',
      'e',
      ' ',
      '\n',
      '\0',
    ];
    pieces.push(
      '"a"',
      '"b"',
      '"a":',
      '"b":',
      'true',
      'null',
      '\ufeff',
      'é',
      '[]',
      '{}',
      '"\\u0061"',
      '-1.5e3',
    );
    const edit = fc.tuple(fc.nat(), fc.nat({ max: 2 }), fc.constantFrom('', ...pieces));
    const mutated = fc
      .tuple(fc.jsonValue({ maxDepth: 3 }), fc.array(edit, { maxLength: 3 }))
      .map(([value, edits]) => {
        let text = JSON.stringify(value);
        for (const [where, cut, piece] of edits) {
          const at = where % (text.length + 1);
          text = text.slice(0, at) + piece + text.slice(at + cut);
        }
        return text.toWellFormed();
      });
    const assembled = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(mutated, assembled), (text) => {
        let value: unknown;
        try {
          value = JSON.parse(text);
        } catch {
          refusal(text);
          return;
        }
        try {
          assert.deepEqual(parseStrictJson(Buffer.from(text)), value);
        } catch (error) {
          assert.ok(
            error instanceof StrictJsonError && /^(duplicate|forbidden) key/.test(error.message),
            String(error),
          );
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('AZ3: refuses a key that stands twice in one object', () => {
    const documents: [document: string, position: number][] = [
      ['{"a":1,"a":2}', 7],
      ['{"a":1,"b":2,"a":1}', 13],
      ['{"role":"user","\\u0072ole":"superadmin"}', 15],
      ['[{"a":{"b":1,"b":2}}]', 13],
      ['{"a":{"b":1},"a":{"c":1}}', 13],
      ['{"":1,"":2}', 6],
      ['{"1":1,"1":2}', 7],
      ['{"\\n":1,"\\u000a":2}', 8],
    ];
    for (const [document, position] of documents) {
      assert.equal(refusal(document).message, `duplicate key at position ${position}`, document);
    }
  });

  it('AZ3: finds a repeated key among any others', () => {
    const key = fc.string({ unit: 'binary', maxLength: 5 }).filter((text) => text !== '__proto__');
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { minLength: 1, maxLength: 30 }),
        fc.nat(),
        fc.nat(),
        (keys, which, where) => {
          const members = keys.map((name) => `${JSON.stringify(name)}:1`);
          accepts(`{${members.join(',')}}`);
          members.splice(where % (members.length + 1), 0, members[which % members.length] ?? '');
          assert.match(refusal(`{${members.join(',')}}`).message, /^duplicate key/);
        },
      ),
    );
  });

  it('AZ3: refuses __proto__ and constructor.prototype however they are written', () => {
    const documents = [
      '{"__proto__":{}}',
      '{"__proto__":null}',
      '{"a":[{"b":{"__proto__":1}}]}',
      '{"\\u005f_proto__":{}}',
    ];
    documents.push('{"constructor":{"prototype":{}}}', '{"constructor":{"a":1,"prototype":1}}');
    documents.push(
      '[{"a":{"constructor" : { "protot\\u0079pe":{}}}}]',
      '{"a":1,"\\u0063onstructor":{"prototype":{}}}',
    );
    for (const document of documents) assert.match(refusal(document).message, /^forbidden key/, document);
  });

  it('accepts the words of prototypes where they cannot pollute', () => {
    const texts = [
      '"__proto__"',
      '["__proto__"]',
      '{"constructor":1}',
      '{"constructor":{}}',
      '{"prototype":{}}',
    ];
    texts.push(
      '{"constructor":1,"a":{"prototype":1}}',
      '{"constructor":"prototype"}',
      '{"a":{"constructor":1},"prototype":1}',
    );
    for (const text of texts) accepts(text);
  });

  it('takes 32 levels and refuses 33', () => {
    const nest = (levels: number) =>
      '[{"a":'.repeat(levels / 2) + (levels % 2 ? '[]' : '1') + '}]'.repeat(levels / 2);
    accepts(nest(32));
    assert.equal(refusal(nest(33)).message, 'more than 32 levels at position 96');
    accepts(`[${Array.from({ length: 100 }, () => nest(30)).join()}]`);
  });

  it('quotes nothing of the document', () => {
    const error = refusal('{"password":"hunter2",x}');
    assert.equal(error.message, 'unexpected character at position 22');
    assert.equal(error.position, 22);
  });

  const floods: [what: string, document: string][] = [
    ['60 KB of [', '['.repeat(60_000)],
    ['100,000 [', '['.repeat(100_000)],
    ['60 KB of {"a":', '{"a":'.repeat(12_000)],
    ['60 KB of [{', '[{"":'.repeat(12_000)],
    ['60 KB of backslashes', `"${'\\'.repeat(59_999)}`],
    ['60 KB of digits', `${'1'.repeat(60_000)}x`],
    ['60 KB of white space', ' '.repeat(60_000)],
    ['60 KB of members', `{${Array.from({ length: 7500 }, (_, i) => `"${i}":1`).join()}}`],
    ['60 KB of items', `[${'1,'.repeat(30_000)}1]`],
  ];
  for (const [what, document] of floods) {
    it(`RL7: refuses ${what} in under 50 ms`, async () => {
      const bytes = Buffer.from(document);
      assert.ok((await fastest(50, () => refusal(bytes))) < 50);
    });
  }
});
