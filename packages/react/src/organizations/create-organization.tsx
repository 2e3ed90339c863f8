import type { Organization } from '@keyward/client';
import { organizationsOf } from '@keyward/client/organizations';
import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { mineOf, useOrganizations } from './use-organizations.ts';

export interface CreateOrganizationProps {
  /** Called with the new organization, which is then the active one. */
  onCreated?: (organization: Organization) => void;
}

/** A form that creates an organization, which the person owns, and makes it the active one. */
export function CreateOrganization({ onCreated }: CreateOrganizationProps): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.organizations;
  const act = useAct('name', 'slug');
  const { setActive } = useOrganizations();
  const [made, setMade] = useState(0);

  async function create({ name = '', slug = '' }: Readonly<Record<string, string>>) {
    const fields = { name: name.trim(), ...(slug.trim() !== '' && { slug: slug.trim() }) };
    const result = await act.run('create', () => organizationsOf(client).create(fields));
    if (!result?.data) return;
    // It exists, even if it does not become the active one.
    await setActive(result.data.id);
    await mineOf(client).reload();
    setMade((before) => before + 1);
    onCreated?.(result.data);
  }

  return (
    <div className="kw">
      <Form key={made} act={act} onSubmit={(typed) => void create(typed)}>
        <Field
          label={words.name}
          name="name"
          problem={act.problem}
          required
          autoComplete="organization"
          maxLength={128}
        />
        <SlugField problem={act.problem} />
        <Button kind="primary" busy={act.busy !== null}>
          {words.create}
        </Button>
      </Form>
    </div>
  );
}

/** The slug of an organization, which appears in addresses. Left empty, the service makes it from the name. */
export function SlugField({
  problem,
  value,
}: {
  problem: Parameters<typeof Field>[0]['problem'];
  value?: string;
}): ReactNode {
  const { texts } = useKeyward();
  const { slug, slugHint, slugHintEdit } = texts.organizations;
  return (
    <Field
      label={slug}
      name="slug"
      problem={problem}
      hint={value === undefined ? slugHint : slugHintEdit}
      required={value !== undefined}
      defaultValue={value}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={48}
    />
  );
}
