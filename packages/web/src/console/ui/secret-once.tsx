import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.ts';
import { CopyButton } from './copy.tsx';
import { Dialog, DialogActs } from './dialog.tsx';

/** A secret that the service shows only once. @param props.children its purpose */
export function SecretOnce(props: {
  title: string;
  secret: string;
  children: ReactNode;
  onClose: () => void;
}) {
  const { title, secret, children, onClose } = props;
  const texts = useTexts().ui;
  return (
    <Dialog onClose={onClose} title={title} stays>
      <Stack gap="md">
        <div>{children}</div>
        <code className="kc-json">{secret}</code>
        <p className="kc-warning" role="alert">
          {texts.shownOnce}
        </p>
        <DialogActs>
          <CopyButton value={secret} label={texts.copy} />
          <Button onClick={onClose}>{texts.kept}</Button>
        </DialogActs>
      </Stack>
    </Dialog>
  );
}
