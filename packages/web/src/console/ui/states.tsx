import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { isServiceError } from '../service/service.ts';
import { useTexts } from '../texts/texts.ts';

/** The state of an empty list: what it will contain, and how to add it. */
export function Empty({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="kc-state">
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action !== undefined && <div>{action}</div>}
    </div>
  );
}

/** An error of the service, with the request's id for the logs, and a button to retry. */
export function Failure({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const texts = useTexts().ui;
  const message = error instanceof Error ? error.message : String(error);
  return (
    <div className="kc-failure" role="alert">
      <p>{message}</p>
      {retry !== undefined && (
        <Button variant="default" size="xs" onClick={retry}>
          {texts.retry}
        </Button>
      )}
      {isServiceError(error) && error.requestId !== undefined && (
        <small className="kc-mono">{texts.request(error.requestId)}</small>
      )}
    </div>
  );
}

const WIDTHS = ['72%', '54%', '63%', '45%'];

/** A placeholder while data is loading. */
export function Loading({ rows = 4 }: { rows?: number }) {
  const { loading } = useTexts().ui;
  return (
    <div className="kc-panel-body" role="status" aria-label={loading}>
      {Array.from({ length: rows }, (_, index) => (
        <span
          key={index}
          className="kc-skeleton"
          style={{ width: WIDTHS[index % WIDTHS.length], marginBlock: 12 }}
        />
      ))}
    </div>
  );
}

interface LoadedProps<T> {
  /** A query whose data is undefined until it is there. */
  found: { data: T | undefined; error: unknown; refetch: () => unknown };
  /** The rows of the placeholder. */
  loading?: number;
  children: (data: T) => ReactNode;
}

/** What a query has found, also while a later request fails; before that a placeholder or the error. */
export function Loaded<T>({ found: { data, error, refetch }, loading, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  return error === null ? (
    <Loading {...(loading !== undefined && { rows: loading })} />
  ) : (
    <Failure error={error} retry={() => void refetch()} />
  );
}

interface ListedProps<Row> {
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined;
  error: unknown;
  retry: () => void;
  /** What stands in place of an empty list. */
  none: string;
  /** The rows of the placeholder. */
  loading?: number;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list as soon as it is there; before that a placeholder or the error. */
export function Listed<Row>({ rows, error, retry, none, children, ...loading }: ListedProps<Row>) {
  return (
    <Loaded found={{ data: rows, error, refetch: retry }} {...loading}>
      {(found) => (found.length === 0 ? <p className="kc-flush kc-muted">{none}</p> : children(found))}
    </Loaded>
  );
}

interface MoreProps {
  found: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  label: string;
}

/** The button for the next page of a list; nothing on the last page. */
export function More({ found, label }: MoreProps) {
  if (!found.hasNextPage) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      mt="xs"
      loading={found.isFetchingNextPage}
      onClick={() => void found.fetchNextPage()}
    >
      {label}
    </Button>
  );
}
