import { Button, FileButton } from '@mantine/core';
import { settingsTexts } from '../../texts/settings-texts.ts';
import { inDigits } from '../../ui/in-digits.ts';

/**
 * Puts a picture into the form as a data URL, so that the pages load no other address. The service refuses
 * large ones.
 */
export function ChooseLogo({ onChoose }: { onChoose: (url: string) => void }) {
  const read = (file: File | null) => {
    if (file === null) return;
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') onChoose(reader.result);
    });
    reader.readAsDataURL(file);
  };
  return (
    <FileButton onChange={read} accept="image/svg+xml,image/png,image/jpeg,image/webp">
      {(props) => (
        <Button {...props} variant="default">
          {settingsTexts.branding.chooseLogo}
        </Button>
      )}
    </FileButton>
  );
}

export const isOwnLogo = (url: string): boolean => url.startsWith('data:');

/** A logo that is kept as a data URL, which nobody can read as text. */
export function OwnLogo({ url, onRemove }: { url: string; onRemove: () => void }) {
  const { secret } = settingsTexts;
  return (
    <>
      <img className="kc-logo" src={url} alt="" />
      <span className="kc-muted">{ownLogoInWords(url)}</span>
      <Button variant="subtle" color="gray" size="compact-xs" onClick={onRemove}>
        {secret.remove}
      </Button>
    </>
  );
}

export function ownLogoInWords(url: string): string {
  // Four characters of Base64 stand for three bytes.
  const bytes = (url.slice(url.indexOf(',') + 1).length * 3) / 4;
  return settingsTexts.branding.ownLogo(inDigits(Math.ceil(bytes / 1_000)));
}
