import { CopyButton } from '@keyward/react/parts';
import type { ReactNode } from 'react';
import type { Given, GuideField, Way } from './guide.ts';
import { usePortal } from './portal-context.ts';

/** A path through the menus of a product. */
export function WayText({ way }: { way: Way }): ReactNode {
  return <strong className="portal-way">{way.join(' › ')}</strong>;
}

/** The values to enter in each field of a product. @param given the values from Keyward */
export function Values({
  fields,
  given,
}: {
  fields: readonly GuideField[];
  given: Partial<Record<Given, string>>;
}): ReactNode {
  const { words } = usePortal();
  return (
    <dl className="portal-values">
      {fields.map(({ label, value }) => {
        if (typeof value === 'object' || value === 'checked' || value === 'unchecked')
          return (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{typeof value === 'object' ? value.text : words.steps[value]}</dd>
            </div>
          );
        const ours = given[value] ?? '';
        return (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code>{ours}</code>
              <CopyButton text={ours} label={words.steps.copyOne(label)}>
                {words.steps.copy}
              </CopyButton>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
