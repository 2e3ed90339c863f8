import { Button, Checkbox, Group, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { fieldTexts } from '../../data/field-texts.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { CHOICES, ITEMS } from './choices-of.ts';
import { ChooseLogo, isOwnLogo, OwnLogo } from './choose-logo.tsx';
import { REMOVE, RESET, written } from './draft.ts';
import type { FieldSourceProps } from './field-source.tsx';

/** A secret of more characters is a key of several lines. */
const LONG_SECRET = 2_000;

export interface FieldInputProps extends Omit<FieldSourceProps, 'label'> {
  id: string;
  describedBy: string;
  isInvalid: boolean;
  placeholder?: string | undefined;
  /** All values of the section, with their changes. */
  values: Readonly<Record<string, unknown>>;
}

/** The input of a field, by its type. */
export function FieldInput(props: FieldInputProps) {
  const { section, field, edit, isInvalid, placeholder, values, onEdit, id, describedBy } = props;
  const { name, type, secret, nullable, value, first_value: first } = field;
  const texts = settingsTexts;
  const current = written(field, edit === RESET ? first : value);
  const typed = typeof edit === 'string' || typeof edit === 'boolean' ? edit : current;
  const own = CHOICES[`${section}.${name}`]?.(values);
  const choices = field.choices ?? (own === undefined ? null : [...new Set([...own, String(typed)])]);
  const items = ITEMS[`${section}.${name}`];
  const change = (next: string | boolean) => onEdit(next === written(field, value) ? undefined : next);
  const common = {
    id,
    name,
    'aria-describedby': describedBy,
    error: isInvalid,
    // Their own description would replace the row's.
    __staticSelector: 'Input',
  };
  if (typeof typed === 'boolean')
    return (
      <>
        <input
          id={id}
          name={name}
          type="checkbox"
          role="switch"
          aria-checked={typed}
          className="kc-switch"
          checked={typed}
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          onChange={(event) => change(event.currentTarget.checked)}
        />
        <span className="kc-muted" aria-hidden>
          {typed ? texts.on : texts.off}
        </span>
      </>
    );
  if (choices !== null)
    return (
      <NativeSelect
        {...common}
        value={typed}
        data={[
          ...(nullable ? [{ value: '', label: texts.noChoice }] : []),
          ...choices
            .filter(Boolean)
            .map((choice) => ({ value: choice, label: texts.choices[name]?.[choice] ?? choice })),
        ]}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  if (items !== undefined)
    return (
      <Checkbox.Group
        id={id}
        tabIndex={-1}
        aria-describedby={describedBy}
        value={typed.split('\n')}
        onChange={(chosen) => change(items.filter((item) => chosen.includes(item)).join('\n'))}
      >
        <Group gap="lg">
          {items.map((item) => (
            <Checkbox key={item} name={name} value={item} label={texts.choices[name]?.[item] ?? item} />
          ))}
        </Group>
      </Checkbox.Group>
    );
  const text = { ...common, value: typed, spellCheck: false, autoComplete: 'off' };
  if (secret) return <SecretInput {...props} text={text} change={change} />;
  if (type === 'array')
    return (
      <Textarea
        {...text}
        autosize
        minRows={2}
        maxRows={12}
        className="kc-field-lines"
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  const isLogo = name === 'logo_url';
  return (
    <>
      {name === 'colour' && (
        <input
          type="color"
          className="kc-colour"
          aria-label={texts.branding.pick}
          value={/^#[\da-f]{6}$/i.test(typed) ? typed : '#000000'}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
      {isLogo && isOwnLogo(typed) ? (
        <OwnLogo url={typed} onRemove={() => change('')} />
      ) : (
        <TextInput
          {...text}
          {...(placeholder !== undefined && { placeholder })}
          {...(type === 'integer' && {
            inputMode: 'numeric' as const,
            'data-short': true,
          })}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
      {isLogo && <ChooseLogo onChoose={change} />}
    </>
  );
}

function SecretInput(
  props: FieldInputProps & {
    text: { id: string; name: string; value: string; error: boolean };
    change: (next: string) => void;
  },
) {
  const { field, edit, onEdit, section, text, change } = props;
  const t = settingsTexts.secret;
  const { label } = fieldTexts(section, field);
  const isSet = field.value !== '';
  const attributes = {
    ...text,
    autoComplete: 'new-password',
    placeholder: edit === REMOVE ? t.removed : isSet ? t.kept : t.missing,
  };
  return (
    <>
      {(field.max_length ?? 0) > LONG_SECRET ? (
        <Textarea
          {...attributes}
          rows={2}
          className="kc-field-lines"
          onChange={(event) => change(event.currentTarget.value)}
        />
      ) : (
        <PasswordInput {...attributes} onChange={(event) => change(event.currentTarget.value)} />
      )}
      {isSet && edit === undefined && field.name !== 'secret_key' && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-label={t.removeLabel(label)}
          onClick={() => {
            onEdit(REMOVE);
            document.getElementById(text.id)?.focus();
          }}
        >
          {t.remove}
        </Button>
      )}
    </>
  );
}
