import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isWorker, WORKER_ENVIRONMENT } from '../../src/workers/worker-environment.ts';

describe('the environment of a worker', () => {
  it('refuses to join a service of another version, whose database it would migrate', (context) => {
    assert.equal(isWorker(), false);
    const [name = ''] = Object.keys(WORKER_ENVIRONMENT);
    context.after(() => Reflect.deleteProperty(process.env, name));
    Object.assign(process.env, WORKER_ENVIRONMENT);
    assert.equal(isWorker(), true);
    process.env[name] = '0.0.0';
    assert.throws(isWorker, /installed over the running 0\.0\.0; restart the service/);
  });
});
