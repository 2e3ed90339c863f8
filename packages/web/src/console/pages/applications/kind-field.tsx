import { Radio } from '@mantine/core';
import { choice } from '../../lib/choice.ts';
import { useTexts } from '../../texts/texts.ts';
import { type Kind, KINDS } from './application.ts';
import './applications.css';

/** The kind of a new application, which decides its other fields: a card for each. */
export function KindField({ value, onChange }: { value: Kind; onChange: (kind: Kind) => void }) {
  const t = useTexts().applications;
  return (
    <Radio.Group
      name="type"
      label={t.fields.type}
      value={value}
      onChange={(chosen) => onChange(choice(KINDS, chosen) ?? value)}
    >
      <div className="kc-kinds">
        {KINDS.map((kind) => (
          <Radio key={kind} value={kind} size="xs" label={t.kinds[kind]} description={t.kindHelp[kind]} />
        ))}
      </div>
    </Radio.Group>
  );
}
