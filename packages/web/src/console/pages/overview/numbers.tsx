import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconChevronRight } from '@tabler/icons-react';
import { boot } from '../../lib/boot.ts';
import { diagnosticsQuery } from '../../data/diagnostics.ts';
import { ask, service } from '../../service/service.ts';
import { consolePath } from '../../lib/paths.ts';
import { useTexts } from '../../texts/texts.ts';
import { inDigits } from '../../ui/in-digits.ts';
import { Failure } from '../../ui/states.tsx';
import './overview.css';

const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** Counts, and the running version. */
export function Numbers() {
  const texts = useTexts();
  const t = texts.overview;
  const counts = useQuery({
    queryKey: ['counts'],
    queryFn: () => ask(service.config.counts()),
    refetchInterval: 15_000,
  });
  const pulse = useQuery({
    queryKey: ['pulse'],
    queryFn: () => ask(service.config.pulse()),
    refetchInterval: 15_000,
  });
  const database = useQuery(diagnosticsQuery).data?.database;
  if (counts.error !== null) return <Failure error={counts.error} retry={() => void counts.refetch()} />;
  const tiles = [
    { id: 'accounts', label: texts.pages.accounts, value: counts.data?.accounts },
    { id: 'sessions', label: texts.pages.sessions, value: counts.data?.sessions },
    { id: 'codes', label: texts.pages.codes, value: counts.data?.otp },
    { id: 'settings/providers', label: t.links, value: counts.data?.oauth },
  ];
  return (
    <ul className="kc-tiles">
      {tiles.map(({ id, label, value }) => (
        <li key={id}>
          <Link to={consolePath(id)}>
            <span>
              {label} <IconChevronRight size={14} aria-hidden />
            </span>
            <b>{value === undefined ? '–' : inDigits(value)}</b>
          </Link>
        </li>
      ))}
      <li>
        <div>
          <span>{t.version}</span>
          <b>{boot.version}</b>
          <small>
            {database !== undefined && `${t.database(DATABASES[database])} `}
            {pulse.data === undefined ? t.noPulse : t.pulse}
          </small>
        </div>
      </li>
    </ul>
  );
}
