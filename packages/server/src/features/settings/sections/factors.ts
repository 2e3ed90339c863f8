import { factorsFields } from '../../../config/sections/factors.ts';
import { isHostOrParent } from '../../../lib/host-or-parent.ts';
import { invalidConfig, sectionKind } from '../kinds/section-kind.ts';

export const factors = sectionKind({
  fields: factorsFields,
  stepUp: true,
  check({ policy, totp, passkeys, rp_id }, { hosts }) {
    if (policy !== 'optional' && !totp && !passkeys)
      throw invalidConfig('policy', 'must be "optional" while totp and passkeys are off: nobody could enrol');
    if (rp_id === null || hosts().some((host) => isHostOrParent(rp_id, host))) return;
    throw invalidConfig(
      'rp_id',
      `must be one of ${[...new Set(hosts())].join(', ')}, or a parent domain of one: browsers refuse passkeys of other domains`,
    );
  },
});
