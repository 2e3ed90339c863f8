import assert from 'node:assert/strict';
import { existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { tempFolder } from '../../support/at-exit.ts';
import { assertAnswer, assertRefusal, suiteKeyward } from '../expectations.ts';
import { superadminOf } from './superadmin.ts';
import { ANY_DATABASE } from '../../support/usual-size.ts';

for (const kind of ANY_DATABASE) {
  describe(`POST /config/logging on ${kind}`, () => {
    const keyward = suiteKeyward(kind);
    const inForce = () => keyward.app.services.settings.current.logging;

    it('200: changes the named fields, and keeps the rest, also for null', async () => {
      const { post } = await superadminOf(keyward);
      const before = inForce();
      assertAnswer(await post('/config/logging', { level: 'debug', max_log_lines: 10 }), 200, {
        success: true,
        message: 'Logging service configured successfully',
      });
      assert.deepEqual(inForce(), { ...before, level: 'DEBUG', max_log_lines: 10 });
      const nothing = Object.fromEntries([...Object.keys(before), 'enabled'].map((name) => [name, null]));
      for (const body of [{}, nothing]) assert.equal((await post('/config/logging', body)).status, 200);
      assert.deepEqual(inForce(), { ...before, level: 'DEBUG', max_log_lines: 10 });
      for (const level of ['info', 'Warning', 'ERROR', 'critical']) {
        await post('/config/logging', { level });
        assert.equal(inForce().level, level.toUpperCase());
      }
      const all = {
        logging: false,
        level: 'INFO',
        console_output: false,
        capture_terminal: false,
        redact_sensitive: false,
        redact_patterns: ['(a+)+$', 'card-\\d{4}'],
        max_log_lines: 500,
        trim_log_lines: 50,
      };
      await post('/config/logging', all);
      assert.deepEqual(inForce(), { ...before, ...all });
    });

    it('200: enabled is the old name of logging', async () => {
      const { post } = await superadminOf(keyward);
      for (const [body, on] of [
        [{ enabled: true }, true],
        [{ enabled: false }, false],
        [{ enabled: null, logging: true }, true],
        [{ enabled: false, logging: null }, false],
        [{ enabled: true, logging: true }, true],
      ] as const) {
        assert.equal((await post('/config/logging', body)).status, 200);
        assert.equal(inForce().logging, on);
      }
      const answer = await post('/config/logging', { enabled: true, logging: false });
      assertRefusal(answer, 400, 'InvalidConfigError', ['enabled']);
    });

    it('400: a bad level, a bad expression or too few lines apply no part of the request', async () => {
      const { post } = await superadminOf(keyward);
      const before = inForce();
      for (const [body, path] of [
        [{ level: 'LOUD' }, 'level'],
        [{ level: '' }, 'level'],
        [{ redact_patterns: ['ok', '('] }, 'redact_patterns.1'],
        [{ max_log_lines: 9 }, 'max_log_lines'],
        [{ max_log_lines: 0 }, 'max_log_lines'],
        [{ max_log_lines: -1 }, 'max_log_lines'],
        [{ trim_log_lines: 0 }, 'trim_log_lines'],
        [{ trim_log_lines: -1 }, 'trim_log_lines'],
        [{ max_log_lines: 100, trim_log_lines: 101 }, 'trim_log_lines'],
      ] as const) {
        const answer = await post('/config/logging', { console_output: true, ...body });
        assertRefusal(answer, 400, 'InvalidConfigError', [path]);
      }
      assert.equal(inForce(), before);
    });

    it('AZ7: refuses unknown fields, other types, and numbers beyond all bounds', async () => {
      const { post } = await superadminOf(keyward);
      const before = inForce();
      for (const [body, path] of [
        [{ bogus: 1 }, 'bogus'],
        [{ store_dir: '/tmp' }, 'store_dir'],
        [{ logging: 'yes' }, 'logging'],
        [{ level: 7 }, 'level'],
        [{ max_log_lines: '100' }, 'max_log_lines'],
        [{ max_log_lines: 10.5 }, 'max_log_lines'],
        [{ max_log_lines: 2 ** 53 }, 'max_log_lines'],
        [{ max_log_lines: 1e308 }, 'max_log_lines'],
        [{ redact_patterns: 'a' }, 'redact_patterns'],
        [{ redact_patterns: [7] }, 'redact_patterns.0'],
        [{ logs_dir: '' }, 'logs_dir'],
        [{ logs_dir: 'a\u0000b' }, 'logs_dir'],
      ] as const) {
        assertRefusal(await post('/config/logging', body), 422, 'ValidationError', [path]);
      }
      assert.equal(inForce(), before);
    });

    it('RL8: expressions run in linear time or are refused, and are 50 of 500 characters at most', async () => {
      const { post } = await superadminOf(keyward);
      for (const pattern of ['(?<=a)b', '(a)\\1', 'a{1001}', '(?=a)', '[', 'a**', '']) {
        const answer = await post('/config/logging', { redact_patterns: [pattern] });
        assertRefusal(answer, 400, 'InvalidConfigError', ['redact_patterns.0']);
      }
      for (const huge of ['(x{0,900})', `a${'.'.repeat(480)}[xy]`, '(?:[ab][^c]){100}']) {
        const answer = await post('/config/logging', { redact_patterns: ['b+', huge] });
        assertRefusal(answer, 400, 'InvalidConfigError', ['redact_patterns.1']);
      }
      assertRefusal(
        await post('/config/logging', { redact_patterns: ['a'.repeat(501)] }),
        422,
        'ValidationError',
        ['redact_patterns.0'],
      );
      const many = Array.from({ length: 50 }, (_, index) => `${index}`.padEnd(500, 'x'));
      assertRefusal(
        await post('/config/logging', { redact_patterns: [...many, 'a'] }),
        422,
        'ValidationError',
        ['redact_patterns'],
      );
      assert.equal((await post('/config/logging', { redact_patterns: many })).status, 200);
      const ordinary = Array.from(
        { length: 50 },
        (_, index) => `(?i)\\b(?:tenant|customer|card)-${index}[ -]?\\d{4}[ -]?[0-9a-f]{64}(?:@[\\w.-]+)?\\b`,
      );
      assert.equal((await post('/config/logging', { redact_patterns: ordinary })).status, 200);
      await post('/config/logging', { redact_patterns: [] });
    });

    it('PT3: the folder lies in the data directory, wherever links lead; otherwise the old one stays', async () => {
      const { post, shown } = await superadminOf(keyward);
      const { dataDir } = keyward.database;
      const outside = tempFolder();
      symlinkSync(outside.path, join(dataDir, 'out'));
      symlinkSync(join(outside.path, 'nowhere'), join(dataDir, 'dangling'));
      symlinkSync(join(dataDir, 'loop'), join(dataDir, 'loop'));
      mkdirSync(join(dataDir, 'inside'));
      symlinkSync(join(dataDir, 'inside'), join(dataDir, 'in'));
      writeFileSync(join(dataDir, 'file'), '');
      const before = inForce();
      for (const logs_dir of [
        '/etc',
        '/',
        '..',
        '../..',
        'a/../../b',
        `${dataDir}-other`,
        outside.path,
        'out',
        'out/deeper',
        'dangling',
        'dangling/deeper',
        'loop',
        'file',
        'file/deeper',
        'x'.repeat(300),
      ]) {
        const answer = await post('/config/logging', { logs_dir });
        assertRefusal(answer, 400, 'InvalidConfigError', ['logs_dir']);
      }
      assert.equal(inForce(), before);
      assert.ok(!existsSync(join(outside.path, 'nowhere')));

      for (const [logs_dir, path] of [
        ['my/logs', 'my/logs'],
        [join(dataDir, 'other'), 'other'],
        [join(realpathSync(dataDir), 'real'), 'real'],
        ['in/deeper', 'inside/deeper'],
        ['./x/../logs', 'logs'],
      ] as const) {
        const answer = await post('/config/logging', { logs_dir });
        assert.equal(answer.status, 200, answer.text);
        const logging = await shown('logging');
        assert.equal(logging['logs_dir'], join(dataDir, path));
        assert.equal(logging['store_dir'], join(dataDir, path, 'store'));
      }
      outside.remove();
    });
  });
}
