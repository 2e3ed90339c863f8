import { type ReactNode, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { Icon } from '../parts/icons.tsx';
import type { Own } from './own.ts';

/** The picture of the account, as a button that opens the dialog to change it. */
export function Picture(props: { account: Own; onChange: () => Promise<void> }): ReactNode {
  const { account, onChange } = props;
  const { texts } = useKeyward();
  const [dialog, setDialog] = useState<ReactNode>(null);
  const { name, avatar_url: url } = account;

  async function open() {
    const loaded = await import('./picture-dialog.tsx').catch(() => null);
    if (loaded === null) return;
    setDialog(
      <loaded.PictureDialog hasPicture={url !== null} onChange={onChange} onClose={() => setDialog(null)} />,
    );
  }

  const label = texts.profile.picture;
  return (
    <>
      <button
        type="button"
        className="kw-picture"
        aria-label={label}
        title={label}
        onClick={() => void open()}
      >
        <Avatar name={name} url={url} />
        <Icon name="pencil" />
      </button>
      {dialog}
    </>
  );
}
