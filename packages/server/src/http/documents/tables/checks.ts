import { CHECKS } from '../../../features/operations/diagnostics/examine.ts';
import { table } from './markdown.ts';

/** The checks of `keyward doctor`. */
export function checksTable(): string {
  const rows = CHECKS.map(({ id, title, docs }) => {
    const [page = '', section] = docs.split('#');
    return [`\`${id}\``, title, `[${section ?? page.replace('.md', '')}](${docs})`];
  });
  return table(['Id', 'Looks at', 'Read'], rows);
}
