import { type ReactNode, useState } from 'react';
import { Card } from '../account/card.tsx';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { Button } from '../parts/button.tsx';
import { Form } from '../parts/form.tsx';
import { inWords } from './minutes.ts';
import { useShown } from './profile-context.ts';
import { Select } from './select.tsx';
import { TextArea } from './text-area.tsx';

const METHODS = ['password', 'code', 'link', 'passkey', 'provider', 'connection'] as const;
/** In minutes. */
const AGES = [60, 480, 720, 1440, 10_080, 43_200];
const IDLE = [5, 15, 30, 60, 480, 1440];

/** The policy for the sessions in which the organization is active. */
export function Policy(): ReactNode {
  const { texts } = useKeyward();
  const words = texts.organizations.policy;
  const { own, api, id, reload } = useShown();
  const act = useAct();
  const [news, setNews] = useState<string | null>(null);
  const [policy, setPolicy] = useState(own.policy);
  const [addresses, setAddresses] = useState(own.policy.allowed_addresses?.join('\n') ?? '');
  const change = (changes: Partial<typeof policy>) => setPolicy((before) => ({ ...before, ...changes }));
  const methods: readonly string[] = policy.methods ?? METHODS;

  async function save() {
    setNews(null);
    if (methods.length === 0) return act.setProblem({ fields: { methods: words.noMethod } });
    const ranges = addresses.split(/[\s,]+/).filter(Boolean);
    const result = await act.run('save', () =>
      api.update({ id, policy: { ...policy, allowed_addresses: ranges.length === 0 ? null : ranges } }),
    );
    const kind = result?.error?.kind;
    if (kind === 'OrganizationPolicyError') act.setProblem({ message: words.notYours, fields: {} });
    // The form allows no other invalid input.
    if (kind === 'ValidationError') act.setProblem({ fields: { addresses: words.badAddresses } });
    if (result?.error !== null) return;
    setNews(texts.account.saved);
    await reload();
  }

  return (
    <Card title={words.title} intro={words.intro} news={news}>
      <Form act={act} onSubmit={() => void save()}>
        <div className="kw-choose">
          <label>
            <input
              type="checkbox"
              checked={policy.require_second_factor}
              onChange={(event) => change({ require_second_factor: event.currentTarget.checked })}
            />
            <span>{words.secondFactor}</span>
          </label>
        </div>
        <fieldset className="kw-choose">
          <legend>{words.methods}</legend>
          <div>
            {METHODS.map((method) => (
              <label key={method}>
                <input
                  type="checkbox"
                  checked={methods.includes(method)}
                  onChange={({ currentTarget: { checked } }) => {
                    const next = METHODS.filter((one) => (one === method ? checked : methods.includes(one)));
                    change({ methods: next.length === METHODS.length ? null : next });
                  }}
                />
                <span>{words.methodNames[method]}</span>
              </label>
            ))}
          </div>
        </fieldset>
        {act.problem.fields['methods'] !== undefined && (
          <p className="kw-error" role="alert">
            {act.problem.fields['methods']}
          </p>
        )}
        <Minutes
          label={words.age}
          choices={AGES}
          value={policy.session_minutes}
          onChange={(session_minutes) => change({ session_minutes })}
        />
        <Minutes
          label={words.idle}
          choices={IDLE}
          value={policy.idle_minutes}
          onChange={(idle_minutes) => change({ idle_minutes })}
        />
        <TextArea
          label={words.addresses}
          name="addresses"
          problem={act.problem}
          hint={words.addressesHint}
          value={addresses}
          onInput={setAddresses}
        />
        <div className="kw-row kw-end">
          <Button kind="primary" busy={act.busy !== null}>
            {words.save}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

interface MinutesProps {
  label: string;
  choices: readonly number[];
  /** Null: any. A value that is not among the choices is offered too. */
  value: number | null;
  onChange: (value: number | null) => void;
}

function Minutes({ label, choices, value, onChange }: MinutesProps): ReactNode {
  const { texts } = useKeyward();
  const offered = value === null || choices.includes(value) ? choices : [value, ...choices];
  return (
    <Select
      label={label}
      value={String(value ?? '')}
      onChange={(chosen) => onChange(chosen === '' ? null : Number(chosen))}
    >
      <option value="">{texts.organizations.policy.any}</option>
      {offered.map((minutes) => (
        <option key={minutes} value={minutes}>
          {inWords(minutes, texts.locale)}
        </option>
      ))}
    </Select>
  );
}
