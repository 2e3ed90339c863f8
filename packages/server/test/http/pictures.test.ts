import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestDatabase } from '../support/databases.ts';
import { startKeyward, type TestKeyward } from '../support/keyward.ts';
import { databasesFor } from '../support/usual-size.ts';
import { addSuperadmin } from './admin/admin.ts';
import { asObject, asText, assertRefusal, suiteKeyward } from './expectations.ts';
import { addPerson, newSession } from './people.ts';

/** A WebP of a side, without pixels. */
function webp(width: number, { height = width, flags = 0, bytes = 0 } = {}): Buffer {
  const file = Buffer.alloc(30 + bytes);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WEBPVP8X', 8);
  file.writeUInt32LE(10, 16);
  file.writeUInt8(flags, 20);
  file.writeUIntLE(width - 1, 24, 3);
  file.writeUIntLE(height - 1, 27, 3);
  return file;
}

/** A JPEG of 256 pixels, without pixels. @param marker of a segment before the frame */
function jpeg(marker: number): Buffer {
  const [start, frame] = ['ffd8ff', 'ffc0000b08010001000101110'];
  return Buffer.from(`${start}${marker.toString(16)}00040000${frame}0ffd9`, 'hex');
}

for (const kind of databasesFor(import.meta.filename)) {
  describe(`uploaded pictures on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const upload = (token: string, file: Buffer) =>
      keyward.call('PUT', '/me/picture', { token, body: { picture: file.toString('base64') } });
    const rows = async () =>
      Number((await keyward.database.query('select count(*) as n from pictures'))[0]?.['n']);
    const fetched = (url: unknown) => fetch(String(url));

    it('are served from an address of their own, and replaced by the next', async () => {
      const { token } = await addPerson(keyward, { verified: true });
      const file = webp(256, { bytes: 1_000 });
      const first = await upload(token, file);
      assert.equal(first.status, 200, first.text);
      const answer = await fetched(first.body['avatar_url']);
      assert.equal(answer.status, 200);
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), file);
      const headers = Object.fromEntries(answer.headers);
      assert.equal(headers['content-type'], 'image/webp');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['cache-control'], 'private, max-age=31536000, immutable');
      assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
      assert.match(String(headers['content-security-policy']), /default-src 'none'.*sandbox/);
      assert.equal((await keyward.call('GET', '/me', { token })).body['account'] !== undefined, true);

      const second = await upload(token, jpeg(0xe0));
      assert.notEqual(second.body['avatar_url'], first.body['avatar_url']);
      assert.equal((await fetched(first.body['avatar_url'])).status, 404);
      assert.equal((await fetched(second.body['avatar_url'])).headers.get('content-type'), 'image/jpeg');
      const { body } = await keyward.call('GET', '/me/export', { token });
      assert.match(JSON.stringify(body['picture']), new RegExp(jpeg(0xe0).toString('base64').slice(0, 12)));
    });

    it('go with any other avatar_url, by the owner or a superadmin, and with the account', async () => {
      const { token: admin } = await addSuperadmin(keyward);
      const before = await rows();
      for (const change of [
        (token: string) => keyward.call('PATCH', '/me', { token, body: { avatar_url: '' } }),
        (token: string) =>
          keyward.call('PATCH', '/me', { token, body: { avatar_url: 'https://example.org/a.png' } }),
        (_: string, id: number) =>
          keyward.call('PATCH', '/account', { token: admin, body: { account_id: id, avatar_url: null } }),
        (_: string, id: number) =>
          keyward.call('DELETE', '/account', { token: admin, body: { account_id: id } }),
      ]) {
        const { token, id } = await addPerson(keyward, { verified: true });
        const { body } = await upload(token, webp(256));
        assert.equal(await rows(), before + 1);
        // A form that is sent back as it was shown keeps the picture.
        await keyward.call('PATCH', '/me', { token, body: { name: 'Ada', avatar_url: body['avatar_url'] } });
        assert.equal((await fetched(body['avatar_url'])).status, 200);
        const answer = await change(token, id);
        assert.equal(answer.status, 200, answer.text);
        assert.equal(await rows(), before);
        assert.equal((await fetched(body['avatar_url'])).status, 404);
      }
    });

    it('422: by its bytes, whatever a file says that it is', async () => {
      const { token } = await addPerson(keyward, { verified: true });
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
      for (const [file, message] of [
        [svg, /JPEG or WebP/],
        [Buffer.from('GIF89a'.padEnd(40)), /JPEG or WebP/],
        [Buffer.concat([webp(256), svg]), /JPEG or WebP/],
        [Buffer.concat([jpeg(0xe0), svg]), /JPEG or WebP/],
        [jpeg(0xe0).subarray(0, 12), /JPEG or WebP/],
        [webp(256, { height: 255 }), /square/],
        [webp(513), /512 pixels/],
        [webp(256, { flags: 0x02 }), /without animation/],
        [webp(256, { flags: 0x08 }), /EXIF/],
        [jpeg(0xe1), /EXIF/],
      ] as const) {
        const answer = await upload(token, file);
        assertRefusal(answer, 422, 'ValidationError', ['picture']);
        assert.match(answer.text, message);
      }
      assertRefusal(await upload(token, webp(256, { bytes: 100_001 })), 422, 'ValidationError', ['picture']);
      assert.equal((await upload(token, webp(256, { bytes: 200_000 }))).status, 413);
    });

    it('are found after a change of the public URL, and pictures elsewhere stay', async () => {
      await using database = await createTestDatabase(kind, 'tables');
      const start = (url: string) => startKeyward(kind, { database, settings: { KEYWARD_PUBLIC_URL: url } });
      const elsewhere = 'https://example.org/auth/picture/bob.png';
      const shown = async (at: TestKeyward, token: string) =>
        asText(asObject((await at.call('GET', '/me', { token })).body['account'])['avatar_url']);
      const ids: number[] = [];
      {
        await using before = await start('https://old.example.org');
        const ada = await addPerson(before, { verified: true });
        const bob = await addPerson(before);
        ids.push(ada.id, bob.id);
        const picture = webp(256).toString('base64');
        await before.call('PUT', '/me/picture', { token: ada.token, body: { picture } });
        assert.match(await shown(before, ada.token), /^https:\/\/old\.example\.org\/auth\/picture\//);
        await before.call('PATCH', '/me', { token: bob.token, body: { avatar_url: elsewhere } });
      }
      await using after = await start('https://new.example.org');
      const [mine = '', theirs] = await Promise.all(
        ids.map(async (id) => shown(after, (await newSession(after, id)).token)),
      );
      assert.match(mine, /^https:\/\/new\.example\.org\/auth\/picture\//);
      assert.equal((await after.callRoot('GET', new URL(mine).pathname)).status, 200);
      assert.equal(theirs, elsewhere);
    });

    it('403: before the mailbox is proven', async () => {
      const { token } = await addPerson(keyward);
      assertRefusal(await upload(token, webp(256)), 403, 'EmailProofRequiredError');
    });

    it('429: after twenty in an hour by an account, and 200 from an address', async () => {
      await using busy = await startKeyward(kind, { settings: { KEYWARD_TRUSTED_PROXIES: '127.0.0.0/8' } });
      const picture = webp(256).toString('base64');
      /** How many of 21 uploads of a new account are accepted. */
      const accepted = async (address: string) => {
        const { token } = await addPerson(busy, { verified: true });
        const sent = { token, body: { picture }, headers: { 'x-forwarded-for': address } };
        let count = 0;
        while (count < 21 && (await busy.call('PUT', '/me/picture', sent)).status === 200) count += 1;
        return count;
      };
      for (let account = 0; account < 10; account += 1) assert.equal(await accepted('192.0.2.1'), 20);
      assert.equal(await accepted('192.0.2.1'), 0);
      assert.equal(await accepted('192.0.2.2'), 20);
    });

    it('429: after a thousand in an hour from a network', async () => {
      await using busy = await startKeyward(kind, { settings: { KEYWARD_TRUSTED_PROXIES: '127.0.0.0/8' } });
      // The uploads of fifty accounts from five addresses.
      for (let address = 1; address <= 5; address += 1)
        for (let round = 0; round < 20; round += 1)
          await Promise.all(
            Array.from({ length: 10 }, (_, at) =>
              busy.app.services.actLimits.byPicture(
                { subject: String(100_000 + address * 10 + at) },
                `192.0.2.${address}`,
              ),
            ),
          );
      const picture = webp(256).toString('base64');
      const uploadFrom = async (address: string) => {
        const { token } = await addPerson(busy, { verified: true });
        return busy.call('PUT', '/me/picture', {
          token,
          body: { picture },
          headers: { 'x-forwarded-for': address },
        });
      };
      assertRefusal(await uploadFrom('192.0.2.200'), 429, 'RateLimitedError');
      assert.equal((await uploadFrom('198.51.100.1')).status, 200);
    });

    it('429: counts as a change of the account', async () => {
      await using strict = await startKeyward(kind, { settings: { KEYWARD_LIMIT_CHANGES: '2/1h' } });
      const { token } = await addPerson(strict, { verified: true });
      const picture = webp(256).toString('base64');
      const put = () => strict.call('PUT', '/me/picture', { token, body: { picture } });
      assert.deepEqual([(await put()).status, (await put()).status], [200, 200]);
      assertRefusal(await put(), 429, 'RateLimitedError');
    });
  });
}
