import type { ReactNode } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from './button.tsx';
import { Panel } from './panel.tsx';

/** The last page of a flow, with one button to continue. */
export function Done({ title, intro, to }: { title: string; intro: string; to: string }): ReactNode {
  const { texts, navigate } = useKeyward();
  return (
    <Panel title={title} intro={intro} focused>
      <Button kind="primary" onClick={() => navigate(to)}>
        {texts.continue}
      </Button>
    </Panel>
  );
}
