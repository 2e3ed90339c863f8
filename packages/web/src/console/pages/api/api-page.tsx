import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { boot } from '../../lib/boot.ts';
import { documentation } from '../../lib/paths.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import './api.css';

/** The reference in a frame of the same origin. It sends its trial requests with the session of the console. */
export function ApiPage() {
  const texts = useTexts();
  const t = texts.api;
  const { documentationPath } = boot;
  const keys = documentation('api-keys');
  return (
    <Page
      title={texts.pages.api}
      intro={
        <>
          {t.intro} {keys !== null && <a href={keys}>{t.keys}</a>}
        </>
      }
      actions={
        documentationPath !== false && (
          <Button
            variant="default"
            component="a"
            href={`${documentationPath}/reference`}
            target="_blank"
            rightSection={<IconExternalLink size={14} aria-hidden />}
          >
            {t.inTab}
          </Button>
        )
      }
    >
      {documentationPath === false ? (
        <Empty title={t.none}>{t.noneText}</Empty>
      ) : (
        // It is our own page, and sends requests with the session of the superadmin.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe className="kc-reference" title={t.reference} src={`${documentationPath}/reference`} />
      )}
    </Page>
  );
}
