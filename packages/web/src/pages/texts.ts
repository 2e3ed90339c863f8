import type { Texts } from '@keyward/react';
import type { AccountTexts } from '../../../react/src/texts/en/account.ts';
import type { ActivityTexts } from '../../../react/src/texts/en/activity.ts';
import type { ConnectionTexts } from '../../../react/src/texts/en/connections.ts';
import type { CoreTexts } from '../../../react/src/texts/en/core.ts';
import type { DomainTexts } from '../../../react/src/texts/en/domains.ts';
import type { LinkedTexts } from '../../../react/src/texts/en/linked.ts';
import type { OAuthTexts } from '../../../react/src/texts/en/oauth.ts';
import type { OrganizationErrors } from '../../../react/src/texts/en/organization-errors.ts';
import type { OrganizationTexts } from '../../../react/src/texts/en/organizations.ts';
import { readBoot } from './boot.ts';
import type { PortalRolesTexts } from './texts/en/portal-roles.ts';
import type { PortalTexts } from './texts/en/portal.ts';

/** The texts in parts, because most pages show few of them. */
interface Parts {
  core: CoreTexts;
  account: AccountTexts;
  oauth: OAuthTexts;
  linked: LinkedTexts;
  activity: ActivityTexts;
  connections: ConnectionTexts;
  domains: DomainTexts;
  organizations: OrganizationTexts;
  'organization-errors': OrganizationErrors;
  portal: PortalTexts;
  'portal-roles': PortalRolesTexts;
}

/** The groups that parts are; the other parts are several groups. */
const GROUPS: Partial<Record<keyof Parts, string>> = {
  activity: 'activity',
  connections: 'connections',
  domains: 'domains',
  organizations: 'organizations',
  'organization-errors': 'errors',
  portal: 'portal',
};

const texts: Partial<Texts> = {};

/** Loads the texts of a part, also into the object that {@link textsOf} returns. */
export async function loadTexts<Part extends Exclude<keyof Parts, 'core' | 'portal'>>(
  part: Part,
): Promise<Parts[Part]> {
  const [group, loaded] = [GROUPS[part], await partOf(part)];
  if (group === 'errors') addErrors(loaded);
  else Object.assign(texts, group === undefined ? loaded : { [group]: loaded });
  return loaded;
}

/** Loads the texts of every page. A page loads the texts of its parts before it is rendered: see {@link loadTexts}. */
export async function textsOf(): Promise<Texts> {
  const { errors, ...core } = await partOf('core');
  // An operator's own language has texts of another where it lacks some.
  Object.assign(texts, core, { locale: readBoot().language });
  addErrors(errors);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests of the pages see what is missing
  return texts as Texts;
}

/** Loads the texts of a part. The service names the files of the language, so that no page carries a list of all. */
export async function partOf<Part extends keyof Parts>(part: Part): Promise<Parts[Part]> {
  const { language, webPath, texts: files, ownTexts } = readBoot();
  const module: { texts: Parts[Part] } = await import(/* @vite-ignore */ `${webPath}/web/${files?.[part]}`);
  const group = GROUPS[part];
  const own = group === undefined ? ownTexts : ownTexts?.[group];
  if (own === undefined) return module.texts;
  const { replaceTexts } = await import('./replace-texts.ts');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service has compared each key
  return replaceTexts(module.texts, own, language) as Parts[Part];
}

/** The texts of errors come in two parts, in any order. */
function addErrors(errors: object): void {
  Object.assign(texts, { errors: { ...texts.errors, ...errors } });
}
