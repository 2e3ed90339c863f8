import type { MountedRoute } from '../../wire/mounted.ts';
import { limitsOf } from '../../wire/endpoint/route.ts';
import { type Act, BUDGETS } from '../../wire/endpoint/limits.ts';
import { table } from './markdown.ts';

const LIMITS = {
  account: '`KEYWARD_LIMIT_CHANGES` of the account, `KEYWARD_LIMIT_TOTAL` of the deployment',
  securing: '50 a day for the session, 500 for the account, `KEYWARD_LIMIT_TOTAL` of the deployment',
  address: '`KEYWARD_LIMIT_ANONYMOUS` of the address, `KEYWARD_LIMIT_TOTAL` of the deployment',
  registration:
    '120 an hour and `KEYWARD_LIMIT_ANONYMOUS` of the address, `KEYWARD_LIMIT_TOTAL` of the deployment',
  picture:
    '20 an hour for the account, 200 for the address, 1,000 for the network, `KEYWARD_LIMIT_CHANGES` of the account, `KEYWARD_LIMIT_TOTAL` of the deployment',
} as const;

/** Every route that writes a row or sends a mail, except those of administrators. */
export function limitsTable(routes: readonly MountedRoute[]): string {
  const rows = routes.flatMap(({ below, route }) => {
    const limits = limitsOf(route);
    if (limits === null) return [];
    const path = (below + route.path).replaceAll(/:(\w+)/g, '{$1}');
    const guesses = limits.guesses.map((name) => BUDGETS[name].about);
    return [[`\`${route.method} ${path}\``, boundOf(limits.act), [...new Set(guesses)].join('; or ')]];
  });
  return table(['Route', 'Limit of its rows and mails', 'A wrong guess counts for'], rows);
}

function boundOf(act: Act): string {
  return 'limit' in act ? LIMITS[act.limit] : act.bound;
}
