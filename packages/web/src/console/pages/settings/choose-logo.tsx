import { Button, FileButton } from '@mantine/core';
import type { SettingsSection } from '../../data/settings.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { setEdit } from './drafts.ts';

/** Puts a picture into the form, as data: the pages then load it from nowhere. The service says what is too large. */
export function ChooseLogo({ section }: { section: SettingsSection }) {
  const t = settingsTexts.branding;
  const read = (file: File | null) => {
    if (file === null) return;
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') setEdit(section, 'logo_url', reader.result);
    });
    reader.readAsDataURL(file);
  };
  return (
    <FileButton onChange={read} accept="image/svg+xml,image/png,image/jpeg,image/webp">
      {(props) => (
        <Button {...props} variant="default">
          {t.chooseLogo}
        </Button>
      )}
    </FileButton>
  );
}
