// Page on the outcome of a form that was sent.

'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import { confirmPassword, type Unconfirmed } from '#lib/api/session';
import { outcomeQuery, useWriteAction, type Write } from '#lib/api/writes';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { Tone } from '#lib/format/tone';
import { transactionNumber } from '#lib/register/numbers';
import { type Route, routes } from '#lib/routes';
import { Form } from '../form/form.tsx';
import { useAuthMethods } from '../step-up/auth-methods.tsx';
import { reauthError } from '../step-up/provider-reauth.tsx';
import { StepUpFields } from '../step-up/step-up-fields.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { DefinitionList } from '../ui/definition-list.tsx';
import { ErrorPanel } from '../ui/states.tsx';
import { PageHeader } from '../ui/text.tsx';
import { closeDraft } from './form-draft.ts';

type Props = {
  write: Write;
  issuer: number;
  issuerName: string;
  formName: string;
  /** Address of a new, empty form. */
  again: Route;
};

const labels: Record<Write['state'], { label: string; tone: Tone }> = {
  intent: { label: 'Not sent', tone: 'warning' },
  sent: { label: 'Confirming', tone: 'accent' },
  checking: { label: 'Confirming', tone: 'accent' },
  unknown: { label: 'Status unknown', tone: 'warning' },
  done: { label: 'Recorded', tone: 'positive' },
  refused: { label: 'Not recorded', tone: 'neutral' },
};

const unseen = { label: 'Not confirmed', tone: 'warning' } as const;
/** The registry reports a duplicate request, but the register does not show it (docs/decisions/writes.md). */
const isUnseen = ({ state, code }: Write) => state === 'done' && code === 'duplicate_unseen';

const id = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? `${value}` : '');

/** Outcome of a form that was sent: the same page after a reload, a second press or a lost response. */
export function OutcomeView(props: Props) {
  const { issuer, issuerName, formName, again } = props;
  const router = useRouter();
  const { data: write, error, refetch, dataUpdatedAt } = useQuery(outcomeQuery(props.write));
  const issuance = write.operation === 'CreateNewIssuance';
  const { label, tone } = isUnseen(write) ? unseen : labels[write.state];
  const ended = write.endedAt !== null;
  useEffect(() => {
    if (ended) closeDraft(formName, write.key);
  }, [ended, formName, write.key]);
  return (
    <>
      <PageHeader
        kicker={`${issuerName} · ${issuance ? 'Issue shares' : 'Holder'}`}
        title={issuance ? titleOfIssuance(write) : write.summary.name || 'Holder'}
      />
      <div aria-live="polite" className="mb-4 flex flex-col gap-3">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={tone}>{label}</Badge>
          <span>{text(write)}</span>
        </p>
        {write.state === 'done' && <UnexpectedResult write={write} />}
      </div>
      {error && (
        <ErrorPanel error={error} title="The status could not be loaded" onRetry={() => void refetch()} />
      )}
      {(write.state === 'intent' || (write.state === 'unknown' && dataUpdatedAt > 0)) && (
        <RetryOrDiscard write={write} />
      )}
      <DefinitionList items={facts(write)} className="max-w-3xl" />
      <div className="mt-6 flex flex-wrap gap-2 print:hidden">
        <Links write={write} issuer={issuer} />
        {ended && (
          <Button
            onClick={() => {
              closeDraft(formName, write.key);
              router.push(again);
            }}
          >
            {issuance ? 'Issue more shares' : 'Enter another holder'}
          </Button>
        )}
      </div>
    </>
  );
}

const titleOfIssuance = ({ summary }: Write) =>
  `${formatShares(summary.shares ?? '0')} shares to ${summary.name}`;

function text(write: Write): string {
  if (isUnseen(write))
    return 'The registry reports that it already has this request, but the register does not show it. Ask the registry before you enter it again.';
  if (write.state === 'done')
    return write.result
      ? 'The registry recorded it once. Sending this form again changes nothing.'
      : 'The registry reports that it already recorded this request, but does not give its number.';
  if (write.state === 'refused') return 'Nothing was recorded.';
  if (write.state === 'intent') return 'Saved, not sent.';
  if (write.code === 'changed_meanwhile')
    return 'Status unknown. The account was changed since. Check the account before you send it again.';
  return 'Status unknown. It may be recorded: do not enter it again.';
}

/** The registry did something other than requested. */
function UnexpectedResult({ write }: { write: Write }) {
  const { expected, result } = write;
  const action = id(result?.action);
  if (!expected || !action || action === expected) return null;
  return (
    <div role="alert" className="rounded-md border border-danger/50 border-l-4 bg-danger-soft px-4 py-3">
      <p className="font-medium text-danger">
        {expected === 'Create'
          ? `You entered a new account, but the registry responded “${action}”.`
          : `You entered a change, but the registry responded “${action}”.`}
      </p>
      <p>Compare the account with its earlier data, and correct it if it is not the one you intended.</p>
    </div>
  );
}

function facts(write: Write): { term: string; detail: ReactNode }[] {
  const { summary, result } = write;
  const all: [string, ReactNode][] = [
    ['Transaction', transactionNumber(id(result?.displayTransactionId), id(result?.controlTransactionId))],
    ['Holder', summary.name],
    ['Account', id(result?.customerShareholderId) || summary.account],
    ['Shares', summary.shares && formatShares(summary.shares)],
    ['Certificates', summary.certificates],
    ['Effective', summary.effectiveDate && formatDate(summary.effectiveDate)],
    ['Result', id(result?.action)],
    [
      'Request',
      <code key="request" className="font-mono text-xs break-all select-all">
        {write.requestId}
      </code>,
    ],
  ];
  return all.flatMap(([term, detail]) => (detail ? [{ term, detail }] : []));
}

function Links({ write, issuer }: { write: Write; issuer: number }) {
  const at = write.issuer ?? issuer;
  const { account: entered } = write.summary;
  if (write.state === 'unknown') {
    return write.operation === 'CreateNewIssuance' ? (
      <LinkButton href={routes.transactions(at, { status: 'All' })}>Check transactions</LinkButton>
    ) : (
      entered && <LinkButton href={routes.holder(at, entered)}>Check account</LinkButton>
    );
  }
  if (write.state !== 'done') return null;
  const transaction = Number(write.result?.controlTransactionId);
  const account = id(write.result?.customerShareholderId) || write.summary.account;
  return (
    <>
      {write.operation === 'CreateNewIssuance' && (
        <LinkButton
          variant="primary"
          href={
            Number.isSafeInteger(transaction) && transaction > 0
              ? routes.transaction(at, transaction)
              : routes.transactions(at, { status: 'All' })
          }
        >
          {transaction > 0 ? 'Open transaction' : 'Open transactions'}
        </LinkButton>
      )}
      {account && <LinkButton href={routes.holder(at, account)}>Open holder</LinkButton>}
    </>
  );
}

/** Choices left to the user: send again under the same id, or discard a write that was never sent. */
function RetryOrDiscard({ write }: { write: Write }) {
  const action = useWriteAction(write);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [rejection, setRejection] = useState<Unconfirmed | null>(null);
  const stepUp = action.error?.code === 'step_up_required';
  const ways = useAuthMethods();
  const press = async () => {
    setRejection(null);
    if (stepUp) {
      const rejected = await confirmPassword(password, code);
      setCode('');
      if (!rejected?.needsCode) setPassword('');
      if (rejected) return setRejection(rejected);
    }
    action.mutate('send');
  };
  const error = rejection
    ? {
        code: rejection.code,
        message: rejection.message,
        fields: rejection.fields ?? { password: rejection.message },
      }
    : stepUp
      ? { code: 'step_up_required', ...reauthError(ways, 'Enter your password to send it.') }
      : action.error;
  return (
    <Form
      className="mb-6 max-w-3xl"
      pending={action.isPending}
      error={error}
      onSubmit={press}
      submit={write.state === 'intent' ? 'Send now' : 'Send again with the same ID'}
      pendingLabel="Sending…"
      labels={{ password: 'Password', code: 'Code' }}
      aside={
        write.state === 'intent' && (
          <Button variant="quiet" onClick={() => action.mutate('drop')}>
            Discard entry
          </Button>
        )
      }
    >
      <p className="text-sm text-muted">
        {write.state === 'intent'
          ? 'Nothing was sent to the registry. Send it as entered, or discard it and start again.'
          : 'With the same ID the registry records it at most once, and reports if it already has it.'}
      </p>
      {stepUp && (
        <StepUpFields
          password={password}
          onPassword={setPassword}
          needsCode={rejection?.needsCode === true || code !== ''}
          code={code}
          onCode={setCode}
          className="max-w-sm"
        />
      )}
    </Form>
  );
}
