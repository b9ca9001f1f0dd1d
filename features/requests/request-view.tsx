'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryResult } from '#components/data/query-result';
import { sizeText } from '#components/runs/run-labels';
import { Badge } from '#components/ui/badge';
import { Button, LinkButton } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import { DefinitionList } from '#components/ui/definition-list';
import { Link } from '#components/ui/link';
import { PageHeader, Section } from '#components/ui/text';
import { addressOf } from '#lib/api/call';
import { useApi } from '#lib/api/provider';
import { query } from '#lib/api/query';
import { requestKindTexts, requestStateTexts } from '#lib/contract/agent/request-texts';
import { routes } from '#lib/routes';
import { AnswerForm } from './answer-form.tsx';
import { documentText, factsOf, isOpen, type RequestDetail, requestStateTones } from './model.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

type Props = {
  issuer: number;
  name: string;
  itemId: number;
  maySend: boolean;
  /** Staff of the agent: the item is worked on in the work queue. */
  mayReadItem: boolean;
};

const followedEveryMs = 15_000;

/** One request, as the officers of its issuer see it. */
export function RequestView({ issuer, name, itemId, maySend, mayReadItem }: Props) {
  const requested = query('GetRequest', { customerIssuerId: issuer, itemId });
  const result = useQuery({
    ...requested,
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data.state) ? false : followedEveryMs),
  });
  const [isWithdrawing, setWithdrawing] = useState(false);
  const client = useQueryClient();
  const found = result.data;
  const open = found !== undefined && isOpen(found.state);
  const show = (next: RequestDetail) => client.setQueryData(requested.queryKey, next);
  return (
    <>
      <PageHeader
        kicker={
          <>
            {name} · <Link href={routes.requests(issuer)}>Requests</Link>
          </>
        }
        title={found?.about || (found ? requestKindTexts[found.kind] : 'Request')}
        actions={
          <>
            {mayReadItem && (
              <LinkButton href={routes.opsQueue({ item: `${issuer}-${itemId}` })}>
                Open in work queue
              </LinkButton>
            )}
            {maySend && open && <Button onClick={() => setWithdrawing(true)}>Withdraw request</Button>}
          </>
        }
      />
      <QueryResult result={result} queryKey={requested.queryKey} waiting="Loading request…" lines={8}>
        {(request) => (
          <>
            <Standing {...{ issuer, request }} />
            <div className="grid gap-x-10 xl:grid-cols-2">
              <Section title="What was asked for" className="xl:mt-0">
                <Asked request={request} />
              </Section>
              <div>
                <Section title="Documents" className="xl:mt-0">
                  <Documents {...{ issuer, request }} />
                </Section>
                <Section title="Messages">
                  <Messages request={request} />
                  {maySend && open && (
                    <AnswerForm
                      {...{ issuer, itemId }}
                      isAnswer={request.waitingFor !== null}
                      onSent={show}
                    />
                  )}
                </Section>
              </div>
            </div>
          </>
        )}
      </QueryResult>
      {isWithdrawing && (
        <WithdrawDialog
          {...{ issuer, itemId }}
          onClose={() => {
            setWithdrawing(false);
            void result.refetch();
          }}
        />
      )}
    </>
  );
}

/** How far it is, in a sentence, and what is waited for. */
function Standing({ issuer, request }: { issuer: number; request: RequestDetail }) {
  const clock = useClock();
  const { state, waitingFor, rejection, endedAt, controlTransactionId, displayTransactionId } = request;
  return (
    <div className="mb-6 flex flex-col gap-2" aria-live="polite">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={requestStateTones[state]}>{requestStateTexts[state]}</Badge>
        <span className="text-muted">
          {requestKindTexts[request.kind]} · sent {clock.instant(request.sentAt)} by {request.sentBy}
          {endedAt && ` · ended ${clock.instant(endedAt)}`}
        </span>
      </p>
      {waitingFor && (
        <p className="max-w-prose border-l-4 border-warning bg-warning-soft px-3 py-1.5 whitespace-pre-line">
          {waitingFor}
        </p>
      )}
      {rejection && (
        <p className="max-w-prose border-l-4 border-danger bg-danger-soft px-3 py-1.5">{rejection}</p>
      )}
      {controlTransactionId !== null && (
        <p>
          <Link href={routes.transaction(issuer, controlTransactionId)}>
            Transaction {displayTransactionId ?? controlTransactionId}
          </Link>
        </p>
      )}
    </div>
  );
}

function Asked({ request }: { request: RequestDetail }) {
  const { text } = request.request;
  return (
    <>
      <DefinitionList items={factsOf(request.request, request)} />
      {text && <p className="mt-3 max-w-prose break-words whitespace-pre-line">{text}</p>}
    </>
  );
}

function Documents({ issuer, request }: { issuer: number; request: RequestDetail }) {
  const { wire } = useApi();
  const clock = useClock();
  const { itemId, documents } = request;
  const needed = documentText[request.kind];
  if (documents.length === 0)
    return <p className="text-muted">{needed ? `${needed}: missing.` : 'No documents.'}</p>;
  return (
    <ul>
      {documents.map((one) => (
        <li
          key={one.documentId}
          className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1.5 text-sm"
        >
          <a
            href={addressOf(wire, 'GetRequestDocument', {
              customerIssuerId: issuer,
              itemId,
              documentId: one.documentId,
            })}
            download={one.name}
            className="min-w-0 break-words"
          >
            {one.name}
          </a>
          <span className="text-muted">
            {sizeText(one.bytes)} · {one.isFromAgent ? 'from the transfer agent' : 'sent'}{' '}
            {clock.instant(one.addedAt)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Messages({ request }: { request: RequestDetail }) {
  const clock = useClock();
  if (request.messages.length === 0) return <p className="text-muted">No messages.</p>;
  return (
    <ol>
      {request.messages.map((one) => (
        <li key={one.number} className="border-b border-line py-1.5">
          <p className="text-sm text-muted">
            {one.isFromAgent ? 'Transfer agent' : one.name} · {clock.instant(one.at)}
          </p>
          <p className="max-w-prose break-words whitespace-pre-line">{one.text}</p>
        </li>
      ))}
    </ol>
  );
}
