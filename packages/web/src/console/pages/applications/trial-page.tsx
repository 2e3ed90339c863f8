import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { consolePath } from '../../lib/paths.ts';
import { useTexts } from '../../texts/texts.ts';
import { Json } from '../../ui/facts.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { finishTrial } from './trial.ts';

/** The result of a round trip through the authorization server. */
export function TrialPage() {
  const t = useTexts().applications.trial;
  const navigate = useNavigate();
  // The code works once.
  const once = { retry: false, staleTime: Infinity, gcTime: Infinity, refetchOnMount: false } as const;
  const { data: result, error } = useQuery({ queryKey: ['trial'], queryFn: finishTrial, ...once });
  const back = (
    <Button variant="default" onClick={() => void navigate({ to: consolePath('applications') })}>
      {t.back}
    </Button>
  );
  if (result === undefined || result === null)
    return (
      <Page title={t.title} actions={back}>
        {error !== null ? (
          <Failure error={error} />
        ) : result === undefined ? (
          <Loading />
        ) : (
          <Empty title={t.nothing} />
        )}
      </Page>
    );
  const parts = [
    [t.parts.answer, result.answer],
    [t.parts.idToken, result.idToken],
    [t.parts.accessToken, result.accessToken],
    [t.parts.userinfo, result.userinfo],
  ] as const;
  return (
    <Page title={t.title} intro={result.accessToken === undefined ? t.refused : t.done} actions={back}>
      {parts.map(
        ([title, value]) =>
          value !== undefined && (
            <Panel key={title} title={title}>
              <Json value={value} label={title} />
            </Panel>
          ),
      )}
    </Page>
  );
}
