import { SegmentedControl } from '@mantine/core';
import { useAddressQuery } from '../../lib/address.ts';
import { choice } from '../../lib/choice.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { Activity } from './activity.tsx';
import { Checklist } from './checklist.tsx';
import { Health } from './health.tsx';
import { Incidents } from './incidents.tsx';
import { Numbers } from './numbers.tsx';
import { Period } from './period.tsx';
import { SPANS } from './spans.ts';

/** The overview: what fails now, the numbers of the period, advice, first steps, and charts. */
export function OverviewPage() {
  const texts = useTexts();
  const t = texts.overview;
  const [query, change] = useAddressQuery();
  const span = choice(SPANS, query['span']) ?? 'day';
  return (
    <Page
      title={texts.pages.overview}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t.span}
          value={span}
          onChange={(value) => change({ span: value })}
          data={SPANS.map((value) => ({ value, label: t.spans[value] }))}
        />
      }
    >
      <Incidents />
      <Period span={span} />
      <Health />
      <Checklist />
      <Activity span={span} />
      <Numbers />
    </Page>
  );
}
