import { Button, Checkbox, NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { keysOf } from '../../lib/keys-of.ts';
import { ask, service } from '../../service/service.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useAct } from '../../ui/use-act.ts';

const DEFAULT_DAYS = 7;

export interface PortalLinkProps {
  /** The organization's id. */
  organization: string;
  /** Receives the link, which is not shown again. */
  onMade: (url: string) => void;
  onClose: () => void;
}

/** Makes a link with which an administrator of the customer sets up single sign-on without an account. */
export function PortalLink({ organization: id, onMade, onClose }: PortalLinkProps) {
  const t = useTexts().organizations.portal;
  const [sections, setSections] = useState<string[]>(keysOf(t.sections));
  const [days, setDays] = useState<number | string>(DEFAULT_DAYS);
  const { portals } = service.admin.organizations;
  const create = useAct({
    run: () =>
      ask(
        portals.create({
          id,
          sections: keysOf(t.sections).filter((section) => sections.includes(section)),
          ...(typeof days === 'number' && { expires_in_days: days }),
        }),
      ),
    changes: ['events'],
  });
  const endAll = useAct({
    run: () => ask<unknown>(portals.endAll({ id })),
    changes: ['events'],
    done: () => t.ended,
  });
  return (
    <FormDialog
      title={t.title}
      button={t.create}
      onSubmit={async () => onMade((await create.mutateAsync(undefined)).url)}
      onClose={onClose}
      disabled={sections.length === 0}
    >
      {(problems) => (
        <>
          <div>{t.intro}</div>
          <Checkbox.Group
            label={t.opens}
            value={sections}
            error={problems['sections']}
            onChange={setSections}
          >
            <Stack gap={8} mt={8}>
              {keysOf(t.sections).map((section) => (
                <Checkbox key={section} value={section} label={t.sections[section]} name="sections" />
              ))}
            </Stack>
          </Checkbox.Group>
          <NumberInput
            name="expires_in_days"
            label={t.days}
            min={1}
            allowDecimal={false}
            value={days}
            error={problems['expires_in_days']}
            onChange={setDays}
          />
          <Button
            variant="subtle"
            size="compact-sm"
            c="var(--kw-bad)"
            mr="auto"
            loading={endAll.isPending}
            onClick={() => endAll.mutate(undefined)}
          >
            {t.endAll}
          </Button>
        </>
      )}
    </FormDialog>
  );
}
