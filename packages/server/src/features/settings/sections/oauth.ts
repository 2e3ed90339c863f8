import { oauthFields } from '../../../config/sections/oauth.ts';
import { claimNameOf, isClaimPath } from '../kinds/claim-rules.ts';
import { invalidConfig, sectionKind } from '../kinds/section-kind.ts';
import { isResource } from '../../../lib/resource.ts';
import { SCOPE_PATTERN } from '../../../lib/patterns.ts';
import { SCOPE_RULE } from '../../../lib/schema-errors.ts';
import { isWebUrl } from '../../../lib/text.ts';

/** Scopes that OpenID Connect defines (Core §5.4 and §11). */
export const STANDARD_SCOPES = ['openid', 'profile', 'email', 'phone', 'address', 'offline_access'] as const;
const SCOPE = new RegExp(SCOPE_PATTERN, 'u');
const STANDARD: ReadonlySet<string> = new Set(STANDARD_SCOPES);

export const oauth = sectionKind({
  fields: oauthFields,
  stepUp: true,

  // Null in a body means "left out", so an object that was saved by an older release may lack members.
  complete: ({ metadata_documents, ...values }) => ({
    ...values,
    metadata_documents: {
      enabled: false,
      allowed_hosts: [],
      blocked_hosts: [],
      ...(typeof metadata_documents === 'object' && metadata_documents),
    },
  }),

  check({ scopes, resources, default_resource, consent_url }) {
    for (const [name, { claims = [] }] of Object.entries(scopes)) {
      if (!SCOPE.test(name)) throw invalidConfig(`scopes.${name}`, SCOPE_RULE);
      if (STANDARD.has(name)) throw invalidConfig(`scopes.${name}`, 'is defined by OpenID Connect');
      const unknown = claims.findIndex((claim) => !isClaimPath(claim));
      if (unknown !== -1)
        throw invalidConfig(
          `scopes.${name}.claims.${unknown}`,
          'must be a field of the account, such as handle or app_metadata.plan',
        );
      const reserved = claims.findIndex((claim) => claimNameOf(claim) === null);
      if (reserved !== -1)
        throw invalidConfig(
          `scopes.${name}.claims.${reserved}`,
          'must not end in the name of a claim that has its meaning by a standard, such as sub',
        );
    }
    for (const url of Object.keys(resources)) assertResource(`resources.${url}`, url);
    if (default_resource !== null) assertResource('default_resource', default_resource);
    if (consent_url !== null && !isWebUrl(consent_url))
      throw invalidConfig('consent_url', 'must be an http or https address');
  },
});

function assertResource(path: string, url: string): void {
  if (!isResource(url))
    throw invalidConfig(path, 'must be an absolute address without a fragment (RFC 8707)');
}
