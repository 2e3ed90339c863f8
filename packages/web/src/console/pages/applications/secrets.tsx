import { Button } from '@mantine/core';
import { useState } from 'react';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useAct } from '../../ui/use-act.ts';
import { When } from '../../ui/when.tsx';
import type { Application } from './application.ts';

const MAX = 2;

export interface SecretsProps {
  application: Application;
  /** Makes a new secret, which is not shown again. */
  onSecret: (secret: string) => void;
}

/** Two can be valid at a time, so that the application has time to change. */
export function Secrets({ application: { client_id: id, name, secrets }, onSecret }: SecretsProps) {
  const t = useTexts().applications;
  const [removing, setRemoving] = useState<Application['secrets'][number] | null>(null);
  const add = useAct({
    run: async () => onSecret((await ask(service.admin.applications.addSecret({ id }))).client_secret),
    changes: ['applications'],
  });
  const remove = useAct({
    run: (secret_id: number) => ask(service.admin.applications.removeSecret({ id, secret_id })),
    changes: ['applications'],
    done: () => t.secretRemoved,
  });
  return (
    <section>
      <h3 className="kc-part">{t.secrets}</h3>
      <ul className="kc-things">
        {secrets.map((secret) => (
          <li key={secret.id}>
            <div>
              <code>{secret.hint}…</code>
              <small>
                {t.columns.created} <When at={secret.created_at} /> · {t.columns.used}{' '}
                <When at={secret.last_used_at} />
                {secret.expires_at !== null && (
                  <>
                    {' '}
                    · {t.expires} <When at={secret.expires_at} />
                  </>
                )}
              </small>
            </div>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t.removeOne(secret.hint)}
              onClick={() => setRemoving(secret)}
            >
              {t.remove}
            </Button>
          </li>
        ))}
      </ul>
      <Button
        mt="xs"
        variant="default"
        loading={add.isPending}
        disabled={secrets.length >= MAX}
        onClick={() => add.mutate(undefined)}
      >
        {t.addSecret}
      </Button>
      {removing !== null && (
        <Confirm
          title={t.removeTitle(removing.hint)}
          button={t.remove}
          onConfirm={() => remove.mutateAsync(removing.id)}
          onClose={() => setRemoving(null)}
        >
          {t.removeText(name)}
        </Confirm>
      )}
    </section>
  );
}
