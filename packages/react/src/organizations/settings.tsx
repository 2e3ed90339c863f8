import { type ReactNode, useState } from 'react';
import { Card, Item } from '../account/card.tsx';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Question } from '../parts/question.tsx';
import { SlugField } from './create-organization.tsx';
import { HandOver } from './hand-over.tsx';
import { Policy } from './policy.tsx';
import { useShown } from './profile-context.ts';
import { activeOf } from './use-organization.ts';
import { mineOf } from './use-organizations.ts';

export function OrganizationSettings({ onLeft }: { onLeft: (() => void) | undefined }): ReactNode {
  const { may } = useShown();
  return (
    <>
      {may('org:write') && <Identity />}
      {may('org:write') && <Policy />}
      <Ending onLeft={onLeft} />
    </>
  );
}

function Identity(): ReactNode {
  const { texts } = useKeyward();
  const words = texts.organizations;
  const { own, api, id, reload } = useShown();
  const act = useAct('name', 'slug', 'logo_url');
  const [news, setNews] = useState<string | null>(null);

  async function save({ name = '', slug = '', logo_url: logo = '' }: Readonly<Record<string, string>>) {
    setNews(null);
    const result = await act.run('save', () =>
      api.update({
        id,
        name: name.trim(),
        slug: slug.trim(),
        logo_url: logo.trim() === '' ? null : logo.trim(),
      }),
    );
    if (result?.error !== null) return;
    setNews(texts.account.saved);
    await reload();
  }

  return (
    <Card title={words.identity} intro={words.identityIntro} news={news}>
      <Form act={act} onSubmit={(typed) => void save(typed)}>
        <Field
          label={words.name}
          name="name"
          problem={act.problem}
          required
          defaultValue={own.name}
          autoComplete="organization"
          maxLength={128}
        />
        <SlugField problem={act.problem} value={own.slug} />
        <Field
          label={words.logo}
          name="logo_url"
          type="url"
          problem={act.problem}
          required={false}
          defaultValue={own.logo_url ?? ''}
          autoComplete="off"
          placeholder="https://"
        />
        <div className="kw-row kw-end">
          <Button kind="primary" busy={act.busy !== null}>
            {texts.account.save}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** The ways to leave: leave, hand over, delete. */
function Ending({ onLeft }: { onLeft: (() => void) | undefined }): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.organizations;
  const { own, api, id, may, reload } = useShown();
  const act = useAct('slug');
  const [asking, setAsking] = useState<'leave' | 'delete' | 'hand over' | null>(null);
  const [typed, setTyped] = useState('');
  const [news, setNews] = useState<string | null>(null);
  const close = () => setAsking(null);

  async function end(what: 'leave' | 'delete') {
    const result = await act.run(what, () => (what === 'leave' ? api.leave({ id }) : api.delete({ id })));
    if (result?.error !== null) return;
    setAsking(null);
    await Promise.all([mineOf(client).reload(), activeOf(client).reload()]);
    onLeft?.();
  }

  const ask = (what: typeof asking) => {
    setTyped('');
    act.setProblem({ fields: {} });
    setAsking(what);
  };

  return (
    <Card title={words.ending} news={news}>
      {may('org:owner') && (
        <Item title={words.handOver} text={words.handOverText}>
          <Button onClick={() => ask('hand over')}>{words.handOver}</Button>
        </Item>
      )}
      <Item title={words.leave} text={words.leaveText}>
        <Button onClick={() => ask('leave')}>{words.leaveButton}</Button>
      </Item>
      {may('org:delete') && (
        <Item title={words.delete} text={words.deleteText}>
          <Button kind="danger" onClick={() => ask('delete')}>
            {words.delete}
          </Button>
        </Item>
      )}
      {asking === 'leave' && (
        <Question
          title={words.leaveTitle(own.name)}
          text={words.leaveAsk}
          button={words.leaveButton}
          act={act}
          onYes={() => void end('leave')}
          onClose={close}
        />
      )}
      {asking === 'delete' && (
        <Question
          title={words.deleteTitle(own.name)}
          text={words.deleteAsk(own.slug)}
          button={words.delete}
          act={act}
          disabled={typed.trim() !== own.slug}
          onYes={() => void end('delete')}
          onClose={close}
        >
          <Field
            label={words.slug}
            name="slug"
            problem={act.problem}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </Question>
      )}
      {asking === 'hand over' && (
        <HandOver
          onDone={async (name) => {
            setAsking(null);
            setNews(words.handedOver(name));
            await reload();
          }}
          onClose={close}
        />
      )}
    </Card>
  );
}
