import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { mavenFile, type Running, startProgram } from './toolchains.ts';

export const KEYCLOAK_VERSION = '26.7.3';
const START_MS = 240_000;
const REALM = 'acme';
const ADMIN = { username: 'admin', password: 'of-this-run-alone' };

/** The fields of Keycloak's sign-in form for the only person of the realm. */
export const ADA = { username: 'ada', password: 'Analytical-1' };
export const ADA_EMAIL = 'ada@acme.example';

const NAMES = { email: 'email', firstName: 'givenName', lastName: 'sn' };

/** A running Keycloak with a realm. Disposing of it ends it. */
export interface Keycloak extends AsyncDisposable {
  /** The address of the realm, which is its issuer and its SAML entity id, too. */
  realm: string;
  /** Calls the administration of the realm. @returns the JSON of the answer */
  admin(method: string, path: string, body?: object | string): Promise<unknown>;
  /** Adds a client for a connection, from the metadata of this service. @returns changes its attributes */
  addSaml(metadata: string): Promise<(attributes: Record<string, string>) => Promise<void>>;
  /** The id of the only person. */
  personId(): Promise<string>;
  /** Signs with a new key from now on. @returns takes the earlier keys away */
  rotateKey(): Promise<() => Promise<void>>;
}

/** Unpacks Keycloak, with a realm that `--import-realm` brings. @returns its folder @throws Skipped without Maven */
export async function installKeycloak(folder: string, realm: object): Promise<string> {
  await mavenFile(folder, `org.keycloak:keycloak-quarkus-dist:${KEYCLOAK_VERSION}:tar.gz`);
  const archive = join(folder, `keycloak-quarkus-dist-${KEYCLOAK_VERSION}.tar.gz`);
  execFileSync('tar', ['xzf', archive], { cwd: folder });
  rmSync(archive);
  const home = join(folder, `keycloak-${KEYCLOAK_VERSION}`);
  mkdirSync(join(home, 'data/import'), { recursive: true });
  writeFileSync(join(home, 'data/import/realm.json'), JSON.stringify(realm));
  return home;
}

/** @throws Skipped without Maven and Java */
export async function startKeycloak(folder: string): Promise<Keycloak> {
  const person = {
    username: ADA.username,
    email: ADA_EMAIL,
    emailVerified: true,
    firstName: 'Ada',
    lastName: 'Lovelace',
    enabled: true,
    credentials: [{ type: 'password', value: ADA.password }],
  };
  const home = await installKeycloak(folder, {
    realm: REALM,
    enabled: true,
    sslRequired: 'none',
    users: [person],
  });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const options = ['--http-host=127.0.0.1', `--http-port=${port}`, '--db=dev-mem', '--cache=local'];
  const program = await startProgram(join(home, 'bin/kc.sh'), ['start-dev', ...options, '--import-realm'], {
    cwd: home,
    url: `${url}/realms/${REALM}`,
    env: {
      JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx384m',
      KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
    },
    startMs: START_MS,
  });
  const isReady = () =>
    fetch(`${url}/realms/${REALM}`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isReady, 'Keycloak is ready', START_MS);
  return administered(program, url);
}

function administered(program: Running, url: string): Keycloak {
  async function admin(method: string, path: string, body?: object | string): Promise<unknown> {
    const login = new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...ADMIN });
    const address = `${url}/realms/master/protocol/openid-connect/token`;
    const { access_token: token } = Object(
      await (await fetch(address, { method: 'POST', body: login })).json(),
    );
    const type = typeof body === 'string' ? 'application/xml' : 'application/json';
    const answer = await fetch(`${url}/admin/realms/${REALM}${path}`, {
      method,
      headers: { authorization: `Bearer ${String(token)}`, 'content-type': type },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}\n${program.output()}`);
    return text === '' ? null : JSON.parse(text);
  }

  const keys = async () => {
    const found = await admin('GET', '/components?type=org.keycloak.keys.KeyProvider');
    const all: { id: string; providerId: string }[] = JSON.parse(JSON.stringify(found));
    return all.filter(({ providerId }) => providerId === 'rsa-generated');
  };
  let priority = 100;

  return {
    realm: `${url}/realms/${REALM}`,
    admin,
    async addSaml(metadata) {
      const described = Object(await admin('POST', '/client-description-converter', metadata));
      const protocolMappers = Object.entries(NAMES).map(([property, name]) => ({
        name,
        protocol: 'saml',
        protocolMapper: 'saml-user-property-mapper',
        config: { 'user.attribute': property, 'attribute.name': name, 'attribute.nameformat': 'Basic' },
      }));
      // Keycloak requires signed requests by default. It offers encryption, as the metadata has a key for it.
      const attributes = {
        ...described.attributes,
        'saml.client.signature': 'false',
        'saml.encrypt': 'false',
      };
      await admin('POST', '/clients', { ...described, attributes, protocolMappers });
      const query = `/clients?clientId=${encodeURIComponent(String(described.clientId))}`;
      const [client] = JSON.parse(JSON.stringify(await admin('GET', query)));
      return async (changed) => {
        client.attributes = { ...client.attributes, ...changed };
        await admin('PUT', `/clients/${String(client.id)}`, client);
      };
    },
    async personId() {
      const [person] = JSON.parse(JSON.stringify(await admin('GET', `/users?username=${ADA.username}`)));
      return String(person.id);
    },
    async rotateKey() {
      const earlier = await keys();
      priority += 1;
      const config = {
        priority: [String(priority)],
        enabled: ['true'],
        active: ['true'],
        algorithm: ['RS256'],
      };
      await admin('POST', '/components', {
        name: `key ${priority}`,
        providerId: 'rsa-generated',
        providerType: 'org.keycloak.keys.KeyProvider',
        config,
      });
      return async () => {
        for (const { id } of earlier) await admin('DELETE', `/components/${id}`);
      };
    },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}
