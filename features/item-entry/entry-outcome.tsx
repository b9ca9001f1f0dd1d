'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { closeDraft } from '#components/submission/form-draft';
import { Badge } from '#components/ui/badge';
import { Button, LinkButton } from '#components/ui/button';
import { DefinitionList } from '#components/ui/definition-list';
import { ErrorPanel } from '#components/ui/states';
import { PageHeader } from '#components/ui/text';
import type { ApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import { query } from '#lib/api/query';
import { outcomeQuery, useWriteAction, type Write } from '#lib/api/writes';
import type { ResponseFor } from '#lib/contract/index';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { Tone } from '#lib/format/tone';
import { routes } from '#lib/routes';
import { editFormName } from './types.ts';
import { discardDraft } from './use-item-draft.ts';

type Props = { user: string; write: Write; issuerName: string; stages: Readonly<Record<string, string>> };

/** What became of an entry: the same page after a reload, a second press or a lost response. */
export function EntryOutcome({ user, write: given, issuerName, stages }: Props) {
  const { data: write, error, refetch, dataUpdatedAt } = useQuery(outcomeQuery(given));
  const action = useWriteAction(write);
  const isDone = write.state === 'done';
  const isNew = write.operation === 'CreateItem';
  useEffect(() => {
    if (!isDone) return;
    void discardDraft(user, write.key).catch(() => undefined);
    // The next change of this item is another request.
    if (!isNew) closeDraft(editFormName(user, write.issuer ?? 0, Number(write.result?.itemId)), write.key);
  }, [isDone, isNew, user, write.key, write.issuer, write.result]);
  const item = Number(write.result?.itemId);
  if (isDone && write.issuer !== null && item > 0)
    return <Recorded {...{ issuerName, stages, isNew }} issuer={write.issuer} item={item} />;
  const isOpen = write.endedAt === null;
  const isChecking = write.state === 'sent' || write.state === 'checking';
  return (
    <>
      <PageHeader kicker={issuerName} title={isNew ? 'Enter item' : 'Change an item'} />
      <p role="status" className="mb-4 flex flex-wrap items-center gap-2">
        <Badge tone={isDone ? 'positive' : isOpen ? 'warning' : 'neutral'}>
          {isChecking ? 'Confirming' : isDone ? 'Recorded' : isOpen ? 'Status unknown' : 'Not recorded'}
        </Badge>
        <span>
          {isDone
            ? 'The registry already has this item. Find it in the work queue.'
            : write.state === 'intent'
              ? 'Saved, not sent.'
              : isOpen
                ? 'Status unknown. It may be recorded: do not enter it again.'
                : 'Nothing was recorded.'}
        </span>
      </p>
      {(error ?? action.error) && (
        <ErrorPanel
          error={(error ?? action.error) as ApiError}
          title="The status could not be loaded"
          onRetry={() => void refetch()}
        />
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {(write.state === 'intent' || (write.state === 'unknown' && dataUpdatedAt > 0)) && (
          <Button variant="primary" pending={action.isPending} onClick={() => action.mutate('send')}>
            {write.state === 'intent' ? 'Send now' : 'Send again with the same ID'}
          </Button>
        )}
        {write.state === 'intent' && <Button onClick={() => action.mutate('drop')}>Discard entry</Button>}
        <LinkButton href={routes.opsQueue()}>Open work queue</LinkButton>
      </div>
      <p className="mt-4 text-xs break-all text-muted">
        Request ID <code className="font-mono select-all">{write.requestId}</code>
      </p>
    </>
  );
}

const tones: Readonly<Record<string, Tone>> = {
  Entered: 'neutral',
  Held: 'warning',
  AwaitingApproval: 'accent',
  Ready: 'positive',
  Posted: 'positive',
  Rejected: 'danger',
};

type RecordedProps = {
  issuer: number;
  item: number;
  issuerName: string;
  stages: Props['stages'];
  isNew: boolean;
};

function Recorded({ issuer, item, issuerName, stages, isNew }: RecordedProps) {
  const router = useRouter();
  const { call } = useApi();
  const { data, error, refetch } = useQuery(query('GetItem', { customerIssuerId: issuer, itemId: item }));
  const check = useQuery({
    queryKey: ['CheckItem', 'item', issuer, item, data?.version],
    queryFn: ({ signal }) =>
      call('CheckItem', { customerIssuerId: issuer, itemId: item } as never, { signal }) as Promise<
        ResponseFor<'CheckItem'>
      >,
    enabled: data?.stage === 'Entered',
  });
  const [submission, setSubmission] = useState<{ isPending: boolean; text: string }>({
    isPending: false,
    text: '',
  });
  const submit = async (version: number) => {
    setSubmission({ isPending: true, text: '' });
    try {
      const { results } = await call('SubmitItems', {
        idempotencyId: `submit-${item}-${version}`,
        actor: { email: '-', firstName: '-', lastName: '-' },
        items: [{ itemId: item, version }],
      });
      setSubmission({ isPending: false, text: results[0]?.isDone ? '' : (results[0]?.message ?? '') });
    } catch (thrown) {
      setSubmission({ isPending: false, text: (thrown as ApiError).message });
    }
    void refetch();
  };
  const open = (check.data?.obstacles ?? []).filter((one) => !one.isCleared);
  return (
    <>
      <PageHeader
        kicker={issuerName}
        title={`Item ${data?.displayTransactionId ?? item} ${isNew ? 'entered' : 'changed'}`}
        description={data && stageText(data.stage)}
      />
      {error && (
        <ErrorPanel error={error} title="The item could not be loaded" onRetry={() => void refetch()} />
      )}
      {!data && !error && <LoadingPlaceholder text="Loading item…" lines={5} />}
      {data && <DefinitionList items={facts(data, stages)} className="max-w-3xl" />}
      {data?.stage === 'Entered' && open.length > 0 && (
        <div className="mt-4 max-w-3xl">
          <p className="font-medium">Stands against it:</p>
          <ul className="list-disc pl-5">
            {open.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list of one answer never reorders
              <li key={index}>{one.message}</li>
            ))}
          </ul>
        </div>
      )}
      {submission.text && (
        <p role="alert" className="mt-4 text-danger">
          {submission.text}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-2 print:hidden">
        {isNew && (
          <Button
            variant="primary"
            onClick={() => router.push(routes.newItem({ like: true }))}
            ref={focusOnce}
          >
            Enter another like this
          </Button>
        )}
        {data?.stage === 'Entered' && (
          <Button pending={submission.isPending} onClick={() => void submit(data.version)}>
            Submit item
          </Button>
        )}
        <LinkButton href={routes.editItem(issuer, item)}>Change item</LinkButton>
        <LinkButton href={routes.newItem()}>Enter item</LinkButton>
        <LinkButton href={routes.opsQueue()}>Open work queue</LinkButton>
      </div>
    </>
  );
}

/** The next item of a batch of letters is one key away. */
const focusOnce = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });

function stageText(stage: string): string {
  if (stage === 'Entered') return 'It is recorded and not submitted yet.';
  if (stage === 'AwaitingApproval') return 'It is submitted. Another user has to approve it.';
  if (stage === 'Ready') return 'It is ready to post.';
  return '';
}

function facts(item: ResponseFor<'GetItem'>, stages: Props['stages']): { term: string; detail: ReactNode }[] {
  const all: [string, ReactNode][] = [
    [
      'Stage',
      <Badge key="stage" tone={tones[item.stage]}>
        {stages[item.stage] ?? item.stage}
      </Badge>,
    ],
    ['Transaction', item.displayTransactionId],
    ['From', item.transferFrom],
    ['To', item.issuedTo],
    ['Shares', item.shares != null && formatShares(item.shares)],
    ['Presentor', item.presentorName],
    ['Received', formatDate(item.receivedDate)],
    ['Due', formatDate(item.dueDate)],
  ];
  return all.flatMap(([term, detail]) => (detail ? [{ term, detail }] : []));
}
