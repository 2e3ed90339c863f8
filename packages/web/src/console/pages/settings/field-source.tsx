import { Button, Tooltip } from '@mantine/core';
import type { SettingsField, SettingsVersion } from '../../data/settings.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { When } from '../../ui/when.tsx';
import { type Edit, RESET } from './draft.ts';
import { KEY_FIELDS } from '../../data/settings-parts.ts';
import { shownValue } from './shown-value.ts';

export interface FieldSourceProps {
  /** The API's name of the section; `provider` for every provider. */
  section: string;
  field: SettingsField;
  edit: Edit | undefined;
  /** The change that saved the value; undefined where it is unknown. */
  saved: SettingsVersion | undefined;
  onEdit: (edit: Edit | undefined) => void;
  label: string;
}

/** Where a value that differs from the default comes from, and a button that removes the saved value. */
export function FieldSource({ section, field, edit, saved, onEdit, label }: FieldSourceProps) {
  const t = settingsTexts.source;
  const shown = (value: unknown) => shownValue(value, field.name, section);
  const first = shown(field.first_value);
  const start =
    field.first_source === 'environment'
      ? field.variable === null
        ? t.environmentUnnamed
        : t.environment(field.variable)
      : t.default;
  if (edit !== undefined)
    return (
      <p className="kc-field-source">
        <span>{edit === RESET ? t.given(first) : t.was(shown(field.value))}</span>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-label={t.undoLabel(label)}
          onClick={() => onEdit(undefined)}
        >
          {t.undo}
        </Button>
      </p>
    );
  // The usual case needs no text.
  if (field.source === 'default') return null;
  if (field.source !== 'saved') return <p className="kc-field-source">{start}</p>;
  return (
    <p className="kc-field-source">
      <span>
        {saved?.account_email ? t.savedBy(saved.account_email) : t.saved}
        {saved !== undefined && (
          <>
            {' · '}
            <When at={saved.created_at} />
          </>
        )}
      </span>
      {!KEY_FIELDS.has(field.name) && (
        <Tooltip label={t.resetTip(first, start)}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            aria-label={t.resetLabel(label)}
            onClick={() => onEdit(RESET)}
          >
            {t.reset}
          </Button>
        </Tooltip>
      )}
    </p>
  );
}
