import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { type Diagnostics, diagnosticsQuery } from '../../data/diagnostics.ts';
import { consolePath, documentation } from '../../lib/paths.ts';
import { useTexts } from '../../texts/texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Panel } from '../../ui/page.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { isFailing } from './incidents.tsx';
import './overview.css';

type Diagnostic = Diagnostics['findings'][number];

const TONES: Record<Diagnostic['status'], Tone> = {
  error: 'bad',
  warning: 'warn',
  note: 'accent',
  ok: 'good',
};
const ICONS = {
  error: IconAlertTriangle,
  warning: IconAlertTriangle,
  note: IconInfoCircle,
  ok: IconCircleCheck,
};

/** The rest is shown with all checks, so that the page stays short. */
const SHOWN_FIRST = 5;

/** The page of the console that can fix a finding, if any. */
const PLACES: Readonly<Record<string, string>> = {
  mail: 'settings/email',
  'sign-ups': 'settings/signup',
  'signing-secret': 'settings/jwt',
  logs: 'settings/logging',
  webhooks: 'webhooks',
  'api-keys': 'api-keys',
  superadmins: 'accounts?role=superadmin',
  'superadmin-factors': 'accounts?role=superadmin',
};

/** The findings of the checks, the most serious first, each with its remedy. */
export function Health() {
  const t = useTexts().overview.health;
  const [all, setAll] = useState(false);
  const { data, error, refetch } = useQuery(diagnosticsQuery);
  if (error !== null) return <Failure error={error} retry={() => void refetch()} />;
  if (data === undefined)
    return (
      <Panel title={t.title}>
        <Loading rows={3} />
      </Panel>
    );
  const bad = data.findings.filter(
    ({ id, status }) => (status === 'error' || status === 'warning') && !isFailing(id),
  );
  const shown = all ? data.findings : bad.slice(0, SHOWN_FIRST);
  const worst = bad[0]?.status ?? 'ok';
  const Icon = ICONS[worst];
  return (
    <Panel
      flush
      title={
        <span className="kc-health" data-tone={TONES[worst]}>
          <Icon size={18} aria-hidden />
          {bad.length === 0 ? t.well : t.unwell(bad.length)}
        </span>
      }
      actions={
        <button type="button" className="kc-text-button" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t.onlyBad : t.showAll(data.findings.length)}
        </button>
      }
    >
      {shown.length > 0 && (
        <ul className="kc-findings">
          {shown.map((finding) => (
            <DiagnosticRow key={finding.id} finding={finding} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function DiagnosticRow({ finding: { id, title, status, detail, remedy, docs } }: { finding: Diagnostic }) {
  const t = useTexts().overview.health;
  const place = PLACES[id];
  const words = Object.hasOwn(t.checks, id) ? t.checks[id] : undefined;
  const [path = '', search = ''] = (place ?? '').split('?');
  const page = documentation(docs.replace('.md', ''));
  return (
    <li>
      <Badge tone={TONES[status]}>{t.statuses[status]}</Badge>
      <div>
        <b>{words?.title ?? title}</b>
        {words !== undefined && detail !== null ? (
          <>
            <p>{words.problem}</p>
            <details className="kc-more">
              <summary>{t.operators}</summary>
              <p className="kc-muted">{sentence(detail)}</p>
              {remedy !== null && <p className="kc-muted">{sentence(remedy)}</p>}
            </details>
          </>
        ) : (
          <>
            {detail !== null && <p>{sentence(detail)}</p>}
            {remedy !== null && <p className="kc-muted">{sentence(remedy)}</p>}
          </>
        )}
      </div>
      <span className="kc-finding-links">
        {place !== undefined && status !== 'ok' && (
          <Link to={consolePath(path)} search={Object.fromEntries(new URLSearchParams(search))}>
            {t.open}
          </Link>
        )}
        {page !== null && status !== 'ok' && <a href={page}>{t.docs}</a>}
      </span>
    </li>
  );
}

/** The checks write for a terminal, without a capital letter and a full stop. */
function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.:…]$/.test(begun) ? begun : `${begun}.`;
}
