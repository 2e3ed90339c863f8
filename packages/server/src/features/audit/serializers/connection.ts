import { type Static, Type } from 'typebox';
import type { ConnectionRow } from '../../../store/engine/schema.ts';

/** A connection as events show it. */
export const EventConnectionSchema = Type.Object({
  id: Type.String({ examples: ['con_4Yb1Qm0cW2nS8tJx6Kd3Vg'] }),
  name: Type.String({ examples: ['Acme Entra ID'] }),
  kind: Type.String({ description: '`oidc` or `saml`', examples: ['oidc'] }),
  status: Type.String({ description: '`draft`, `active` or `disabled`', examples: ['active'] }),
});

export function presentEventConnection({
  uid: id,
  name,
  kind,
  status,
}: Pick<ConnectionRow, 'uid' | 'name' | 'kind' | 'status'>): Static<typeof EventConnectionSchema> {
  return { id, name, kind, status };
}
