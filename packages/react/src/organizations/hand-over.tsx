import { type ReactNode, useState } from 'react';
import { Whole } from '../account/card.tsx';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form.tsx';
import { SearchField, useMembers, useSearch } from './members.tsx';
import { useShown } from './profile-context.ts';

export interface HandOverProps {
  /** @param name of the new owner */
  onDone: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Makes another member the owner. The service asks for a recent sign-in. */
export function HandOver({ onDone, onClose }: HandOverProps): ReactNode {
  const { texts, session } = useKeyward();
  const words = texts.organizations;
  const { api, id, own } = useShown();
  const act = useAct();
  const [typed, search, setTyped] = useSearch();
  const members = useMembers(search, '');
  const [heir, setHeir] = useState<{ id: number; name: string } | null>(null);

  async function handOver() {
    if (heir === null) return;
    const result = await act.run('transfer', () => api.transfer({ id, account_id: heir.id }));
    if (result?.error === null) await onDone(heir.name);
  }

  return (
    <Dialog title={words.handOverTitle(own.name)} intro={words.handOverAsk} onClose={onClose}>
      <Form act={act} onSubmit={() => void handOver()} focused>
        <SearchField value={typed} onType={setTyped} />
        <Whole loaded={members}>
          {(rows) => {
            const others = rows.filter(({ account }) => account.id !== session.account?.id);
            return others.length === 0 ? (
              <p className="kw-hint" role="status">
                {words.noOther}
              </p>
            ) : (
              <fieldset className="kw-choose">
                <legend>{words.newOwner}</legend>
                <div>
                  {others.map(({ account }) => (
                    <label key={account.id}>
                      <input
                        type="radio"
                        name="heir"
                        checked={heir?.id === account.id}
                        onChange={() => setHeir(account)}
                      />
                      <span>
                        {account.name}
                        <small className="kw-hint">{account.email}</small>
                      </span>
                    </label>
                  ))}
                </div>
              </fieldset>
            );
          }}
        </Whole>
        <div className="kw-row kw-end">
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button kind="danger" busy={act.busy !== null} disabled={heir === null}>
            {words.handOver}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
