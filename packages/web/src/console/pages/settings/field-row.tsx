import { Button, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useEffect, useId } from 'react';
import { useAddressQuery } from '../../lib/address.ts';
import { notJson } from '../../lib/not-json.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { useTexts } from '../../texts/texts.ts';
import { ChooseLogo, isOwnLogo, OwnLogo } from './choose-logo.tsx';
import { REMOVE, RESET, written } from './draft.ts';
import { FieldSource, type FieldSourceProps } from './field-source.tsx';
import { fieldTexts } from '../../data/field-texts.ts';

/** A secret of more characters is a key of several lines. */
const LONG_SECRET = 2_000;

export interface FieldRowProps extends Omit<FieldSourceProps, 'label'> {
  /** The API's name of the section; `provider` for every provider. */
  section: string;
  problem: string | undefined;
  placeholder?: string | undefined;
}

/** A field of the settings: its description at the left, its value and source at the right. */
export function FieldRow(props: FieldRowProps) {
  const { field, section, edit, onEdit } = props;
  const id = useId();
  const problem = useJsonProblem(props) ?? props.problem;
  const { label, help, unit } = fieldTexts(section, field);
  const [query] = useAddressQuery();
  const sought = query['field'] === field.name;
  useEffect(() => {
    if (!sought) return;
    const input = document.getElementById(id);
    input?.scrollIntoView({ block: 'center' });
    input?.focus({ preventScroll: true });
  }, [sought, id]);
  return (
    <div
      className="kc-field"
      data-changed={edit !== undefined || undefined}
      data-sought={sought || undefined}
    >
      <div className="kc-field-about">
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-help`}>{help}</p>
      </div>
      <div className="kc-field-value">
        <div className="kc-field-input">
          <Input
            {...props}
            problem={problem}
            id={id}
            describedBy={`${id}-help${problem === undefined ? '' : ` ${id}-problem`}`}
          />
          {unit !== undefined && <span className="kc-muted">{unit}</span>}
        </div>
        {problem !== undefined && (
          <p className="kc-field-problem" id={`${id}-problem`} role="alert">
            {problem}
          </p>
        )}
        <FieldSource
          {...props}
          label={label}
          onEdit={(next) => {
            onEdit(next);
            // The button that was pressed disappears.
            document.getElementById(id)?.focus({ preventScroll: true });
          }}
        />
      </div>
    </div>
  );
}

/** What is wrong with JSON while it is typed; tables of texts are written as lines too. */
function useJsonProblem({ field: { type }, edit }: FieldRowProps): string | undefined {
  const t = useTexts().ui;
  if (type !== 'object' || typeof edit !== 'string' || !edit.trimStart().startsWith('{')) return undefined;
  const reason = notJson(edit);
  return reason === null ? undefined : t.notJson(reason);
}

function Input(props: FieldRowProps & { id: string; describedBy: string }) {
  const { field, edit, problem, placeholder, onEdit, id, describedBy } = props;
  const { name, type, secret, choices, nullable, value, first_value: first } = field;
  const texts = settingsTexts;
  const current = written(field, edit === RESET ? first : value);
  const typed = typeof edit === 'string' || typeof edit === 'boolean' ? edit : current;
  const change = (next: string | boolean) => onEdit(next === written(field, value) ? undefined : next);
  const common = {
    id,
    name,
    'aria-describedby': describedBy,
    error: problem !== undefined,
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
          aria-invalid={problem !== undefined || undefined}
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
          ...(nullable ? [{ value: '', label: texts.none }] : []),
          ...choices.map((choice) => ({ value: choice, label: texts.choices[name]?.[choice] ?? choice })),
        ]}
        onChange={(event) => change(event.currentTarget.value)}
      />
    );
  const text = { ...common, value: typed, spellCheck: false, autoComplete: 'off' };
  if (secret) return <SecretInput {...props} text={text} change={change} />;
  if (type === 'array' || type === 'object')
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
  props: FieldRowProps & {
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
