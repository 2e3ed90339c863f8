import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FullAccount } from '../../../data/accounts.ts';
import { boot } from '../../../lib/boot.ts';
import { consolePath } from '../../../lib/paths.ts';
import { ask, service } from '../../../service/service.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { pathOf, TONES } from '../../organizations/organization.ts';

const SHOWN = 10;

/** The organizations of the account. Shows nothing if there are none. */
export function Organizations({ account: { id: member } }: { account: FullAccount }) {
  const t = useTexts().organizations;
  const { data } = useQuery({
    queryKey: ['organizations', 'of-account', member],
    queryFn: ({ signal }) => ask(service.admin.organizations.list({ member, limit: SHOWN }, { signal })),
    enabled: boot.organizations !== null,
  });
  if (data === undefined || data.total === 0) return null;
  return (
    <Card
      title={t.ofAccount}
      actions={
        data.total > SHOWN && (
          <Link className="kc-small" to={consolePath('organizations')} search={{ member: String(member) }}>
            {t.allOf(data.total)}
          </Link>
        )
      }
    >
      <ul className="kc-things">
        {data.organizations.map(({ id, name, slug, status }) => (
          <li key={id}>
            <div>
              <b>
                <Link to={consolePath(pathOf(id))}>{name}</Link>
              </b>
              <small>{slug}</small>
            </div>
            {status !== 'active' && <Badge tone={TONES[status]}>{t.states[status]}</Badge>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
