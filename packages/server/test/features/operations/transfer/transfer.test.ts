import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { csvCell, parseCsv, readLines } from '../../../../src/features/operations/transfer/csv.ts';
import type { RawRecord } from '../../../../src/features/operations/transfer/formats/fields.ts';
import { formatOf } from '../../../../src/features/operations/transfer/formats/index.ts';
import { parseTime } from '../../../../src/features/operations/transfer/formats/parse-time.ts';
import { type FileKind, readRecords } from '../../../../src/features/operations/transfer/read-records.ts';
import { readUser } from '../../../../src/features/operations/transfer/read-user.ts';

/** The bytes of a text in pieces, which may end within a character. */
async function* pieces(text: string | Buffer, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

const csv = (text: string, size = 7) => collect(parseCsv(readLines(pieces(text, size))));
const records = (text: string | Buffer, kind: FileKind): Promise<RawRecord[]> =>
  collect(readRecords(pieces(text, 1000), kind, formatOf('keyward')));

/** More than 1 MiB. */
const LINES = `${'x'.repeat(999)}\n`.repeat(1_200);

describe('CSV', () => {
  it('reads back what is written, whatever is in the cells', async () => {
    const cell = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/\r\n?/g, '\n'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom('\n', '\r\n'),
        async (rows, size, end) => {
          const text = rows.map((row) => row.map(csvCell).join(',')).join(end) + end;
          // A line end within a cell is a line feed.
          const read = await csv(text, size);
          assert.deepEqual(
            read.map((record) => 'cells' in record && record.cells),
            rows.filter((row) => row.join(',') !== ''),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('says on which line a record begins, drops a byte order mark, and needs no end of the last line', async () => {
    assert.deepEqual(await csv('\ufeffa,b\r\n"1\n2",3\n\nx,y'), [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1\n2', '3'] },
      { line: 5, cells: ['x', 'y'] },
    ]);
  });

  it('refuses misplaced quotes, and unclosed ones', async () => {
    for (const line of ['a"b",c', '"a"b,c', '"a" ,c', 'a,""b""'])
      assert.match(
        JSON.stringify(await csv(`${line}\n`)),
        /^\[{"line":1,"problem":"has a quote in the wrong/,
        line,
      );
    await assert.rejects(csv('a,b\nc,"d\ne'), { message: /^line 2 opens a quote that is never closed/ });
    for (const later of ['b,"multi\nline"\n', '"multi\nline",b\n', ''])
      await assert.rejects(csv(`a\nb,"${LINES}${later}`, 65_536), { message: /^line 2 opens a quote/ });
  });
});

describe('records', () => {
  it('refuses a record over 1 MiB, on one line or in quotes on several, and takes the others', async () => {
    const long = 'x'.repeat(1_100_000);
    for (const record of [
      `c,${long}`,
      `"c","${long}"`,
      `c,"${LINES}"`,
      `c,"${long}\nd,""e"""`,
      `"${LINES}d",e`,
    ])
      for (const end of ['\n', '\r\n'])
        assert.deepEqual(
          (await records(`email,name${end}a@b.org,"f\ng"${end}${record}${end}h@i.org,j${end}`, 'csv')).map(
            (one) => ('fields' in one ? one.fields : [one.line, one.problem.slice(0, 24)]),
          ),
          [
            { email: 'a@b.org', name: 'f\ng' },
            [4, 'is longer than 1 MiB; sh'],
            { email: 'h@i.org', name: 'j' },
          ],
        );
  });

  it('reports the problem with a file as a whole', async () => {
    for (const [text, kind, message] of [
      ['mail,name\n', 'csv', /^the first line must name the columns, and one of them must be email$/],
      ['email,email\n', 'csv', /^the first line names the column "email" twice$/],
      [
        `email,${'a,'.repeat(400_000)}b\n`,
        'csv',
        /^the first line names 400002 columns; at most 500 are allowed/,
      ],
      [
        `email,${'a'.repeat(101)}\n`,
        'csv',
        /^the name of column 2 in the first line is longer than 100 characters/,
      ],
      ['email,pasword_hash\n', 'csv', /^there is no column "pasword_hash"; the known columns are uid, email/],
      [
        Buffer.from('{"email":"\xe9"}\n', 'latin1'),
        'jsonl',
        /^the file is not UTF-8, somewhere after line 0; convert it/,
      ],
      ['{"people": []}', 'json', /^the file is not a JSON document with a list of users/],
      ['[{"email":', 'json', /^the file is not a JSON document with a list of users/],
    ] as const)
      await assert.rejects(records(text, kind), { name: 'TransferError', message });
  });

  it('refuses a cell that would fill the memory, and names ten unknown fields of a record', async () => {
    const [long] = await records(`email,name\na@b.org,${'n'.repeat(300_000)}\n`, 'csv');
    assert.ok(long !== undefined && 'problem' in long);
    assert.match(long.problem, /^has more than 262144 characters in the column name; shorten it/);
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`f${index}`, 1]));
    const options = {
      without: new Set<string>(),
      droppable: new Set([] as const),
      issuers: new Map<string, string>(),
      now: 0,
    };
    const read = readUser(1, { email: 'a@b.org', ...many }, options);
    assert.ok(Array.isArray(read));
    assert.equal(read.length, 10);
  });

  it('reports the records that cannot be read, and reads the others', async () => {
    assert.deepEqual(
      (await records('email,name\na@b.org\n"a"b,c\nc@d.org,\n', 'csv')).map((one) =>
        'fields' in one ? one.fields : [one.line, one.problem.slice(0, 11)],
      ),
      [[2, 'has 1 cells'], [3, 'has a quote'], { email: 'c@d.org' }],
    );
    const lines = await records('[1]\n\n{"a":1}\nnull\n', 'jsonl');
    assert.deepEqual(
      lines.map((one) => ('fields' in one ? one.fields : one.line)),
      [1, { a: 1 }, 4],
    );
  });
});

describe('parseTime', () => {
  it('reads times as databases and APIs write them', () => {
    const at = Date.parse('2024-01-02T03:04:05.678Z');
    for (const text of [
      '2024-01-02T03:04:05.678Z',
      '2024-01-02T03:04:05.678',
      '2024-01-02 03:04:05.678901+00',
      '2024-01-02 03:04:05.678Z',
      '2024-01-02T05:04:05.678+02:00',
      '2024-01-01T23:34:05.678-0330',
      '1704164645678',
      1_704_164_645_678,
    ])
      assert.equal(parseTime(text), at, String(text));
    assert.equal(parseTime('2024-01-02'), Date.parse('2024-01-02T00:00:00Z'));
    assert.equal(parseTime('1704164645'), Math.floor(at / 1000) * 1000);
  });

  it('refuses everything else', () => {
    for (const value of [
      '',
      'yesterday',
      '2024-13-01',
      '02/01/2024',
      '2024-01-02T25:00:00Z',
      -1,
      1.5,
      1e300,
      true,
      {},
      '1950-01-01',
    ])
      assert.equal(parseTime(value), null, JSON.stringify(value));
  });
});

describe('readUser', () => {
  it('never throws, whatever a record holds, and names a field for each refusal', () => {
    const options = {
      without: new Set<string>(),
      droppable: new Set([] as const),
      issuers: new Map<string, string>(),
      now: 0,
    };
    const fields = [
      'email',
      'name',
      'handle',
      'phone',
      'password_hash',
      'provider_links',
      'created_at',
      'role',
      'uid',
      'email_verified',
      'external_id',
      'metadata',
      'app_metadata',
    ];
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...fields), fc.anything({ withNullPrototype: true })),
        (record) => {
          const read = readUser(1, record, options);
          if (Array.isArray(read))
            assert.ok(read.length > 0 && read.every(({ field }) => fields.includes(field)));
        },
      ),
      { numRuns: 500 },
    );
  });

  for (const product of ['better-auth', 'supabase', 'pocketbase', 'keycloak'] as const) {
    it(`is not harmed by what claims to be of ${product}`, () => {
      const options = {
        without: new Set<string>(),
        droppable: formatOf(product).droppable,
        issuers: new Map<string, string>(),
        now: 0,
      };
      const names = `id email type value accounts identities attributes externalAuths organizations password banned
        raw_user_meta_data raw_app_meta_data twoFactor twoFactorEnabled secret salt credentials credentialData secretData
        algorithm hashIterations additionalParameters factors factor_type status toString`;
      const { record } = fc.letrec<{ record: Record<string, unknown>; value: unknown }>((tie) => ({
        record: fc.dictionary(fc.constantFrom(...names.split(/\s+/)), tie('value'), { maxKeys: 8 }),
        value: fc.oneof(
          { maxDepth: 3 },
          fc.jsonValue(),
          fc.json(),
          fc.constantFrom(
            'otp',
            'password',
            'webauthn',
            'totp',
            'verified',
            'credential',
            'argon2',
            'pbkdf2',
          ),
          tie('record'),
          fc.array(tie('record'), { maxLength: 3 }),
        ),
      }));
      fc.assert(
        fc.property(record, (user) => {
          readUser(1, formatOf(product).map(user), options);
        }),
        { numRuns: 100 },
      );
    });
  }
});
