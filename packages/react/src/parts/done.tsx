import type { ReactNode } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Button } from './button.tsx';
import { Panel } from './panel.tsx';

/** The end of a way, with one button that leads on. */
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
