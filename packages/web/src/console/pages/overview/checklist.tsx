import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { checklistQuery, dismissChecklist, type Step } from '../../data/checklist.ts';
import { boot } from '../../lib/boot.ts';
import { consolePath, documentation } from '../../lib/paths.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from '../../ui/page.tsx';
import { useAct } from '../../ui/use-act.ts';
import { YourApplication } from './your-application.tsx';

/** The sections of the console where a step is done. */
const PLACES: Readonly<Record<Exclude<Step, 'application' | 'factor'>, string>> = {
  branding: 'settings/branding',
  provider: 'settings/providers',
  mail: 'settings/mail',
  superadmin: 'invitations',
};

/** The first steps, until all are done or somebody puts them away. The service says which are done. */
export function Checklist() {
  const t = useTexts().overview.checklist;
  const { data } = useQuery(checklistQuery);
  const [isOpen, setOpen] = useState(false);
  const dismiss = useAct({ run: dismissChecklist, changes: ['checklist'], done: () => t.dismissed });
  const mounting = documentation('mounting');
  const steps = data?.steps ?? [];
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return null;
  return (
    <Panel
      flush
      title={t.title}
      actions={
        <>
          <span className="kc-muted kc-progress">{t.progress(done, steps.length)}</span>
          <Button
            size="xs"
            variant="default"
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate(undefined)}
          >
            {t.dismiss}
          </Button>
        </>
      }
    >
      <ol className="kc-steps">
        {steps.map((step) => (
          <li key={step.id} data-done={step.done || undefined}>
            {step.done ? (
              <IconCircleCheckFilled size={20} aria-hidden />
            ) : (
              <IconCircle size={20} aria-hidden />
            )}
            <div>
              <b>{t.steps[step.id].title}</b>
              <span className="kc-visually-hidden"> {step.done ? t.done : t.open}</span>
              {!step.done && <p>{t.steps[step.id].text}</p>}
              {step.id === 'application' && isOpen && <YourApplication />}
            </div>
            {!step.done &&
              (step.id === 'application' ? (
                <button
                  type="button"
                  className="kc-text-button"
                  aria-expanded={isOpen}
                  onClick={() => setOpen(!isOpen)}
                >
                  {isOpen ? t.hideCode : t.steps[step.id].button}
                </button>
              ) : step.id === 'factor' ? (
                boot.pages ? (
                  <a href={`${boot.webPath}/account`}>{t.steps[step.id].button}</a>
                ) : (
                  mounting !== null && <a href={`${mounting}#handlers`}>{t.guide}</a>
                )
              ) : (
                <Link to={consolePath(PLACES[step.id])}>{t.steps[step.id].button}</Link>
              ))}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
