import { Button } from '@mantine/core';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { useTexts } from '../texts/texts.ts';
import { Page } from '../ui/page.tsx';
import { consolePath } from './paths.ts';

export function NotFound() {
  const texts = useTexts().shell;
  return (
    <Page title={texts.notFound} intro={texts.notFoundText}>
      <div>
        <Button component={Link} to={consolePath('')}>
          {texts.toOverview}
        </Button>
      </div>
    </Page>
  );
}

/** A mistake of the console itself; the rest of it goes on. */
export function Broken({ error }: ErrorComponentProps) {
  const texts = useTexts().shell;
  return (
    <Page title={texts.broken} intro={texts.brokenText}>
      <pre className="kc-json">{error instanceof Error ? (error.stack ?? error.message) : String(error)}</pre>
      <div>
        <Button onClick={() => location.reload()}>{texts.reload}</Button>
      </div>
    </Page>
  );
}
