import type { Query } from '../../lib/address.ts';
import { choice } from '../../lib/choice.ts';
import { keysOf } from '../../lib/keys-of.ts';
import type { service } from '../../service/service.ts';

type Asked = NonNullable<Parameters<typeof service.admin.sessions.list>[0]>;

export const METHODS = keysOf<NonNullable<Asked['method']>>({
  password: true,
  code: true,
  link: true,
  passkey: true,
  provider: true,
  connection: true,
});

/** The filters, with their names in the address; `id` is one session, to which the palette leads. */
export const NO_FILTER: Query = {
  device: undefined,
  account_id: undefined,
  ip_address: undefined,
  method: undefined,
  id: undefined,
};

export const isFiltered = (query: Query): boolean => Object.keys(NO_FILTER).some((name) => query[name]);

/** The parameters of the request. */
export function sessionFilters({ device, account_id, ip_address, method, id }: Query): Asked {
  const account = Number(account_id);
  const chosen = choice(METHODS, method);
  return {
    ...(device && { device }),
    ...(Number.isSafeInteger(account) && account > 0 && { account_id: account }),
    ...(ip_address && { ip_address }),
    ...(chosen && { method: chosen }),
    ...(id && { field: 'id', value: id }),
  };
}
