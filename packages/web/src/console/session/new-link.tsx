import { useTexts } from '../texts/texts.ts';

/** How to get a valid set-up link, or create a superadmin without one. */
export function NewLink() {
  const t = useTexts().setUp;
  return (
    <>
      <p>{t.restart}</p>
      <pre className="kc-json">keyward superadmin create --email you@example.org</pre>
    </>
  );
}
