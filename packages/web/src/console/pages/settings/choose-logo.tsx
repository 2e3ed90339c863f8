import { Button, FileButton } from '@mantine/core';
import type { SettingsSection } from '../../data/settings.ts';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { setEdit } from './drafts.ts';

/**
 * Puts a picture into the form as a data URL, so that the pages load no other address. The service refuses
 * large ones.
 */
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
