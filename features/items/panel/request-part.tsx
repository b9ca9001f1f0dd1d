// Part of the item panel about the issuer's request from which the item came.

'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckboxField, DateField } from '#components/form/fields';
import { MessageField } from '#components/form/message-field';
import { WriteDialog } from '#components/submission/write-dialog';
import { Button } from '#components/ui/button';
import { DefinitionList } from '#components/ui/definition-list';
import { formatInstant } from '#components/ui/instant';
import { factsOf } from '#features/requests/index';
import { nextActionDaysMax } from '#lib/contract/agent/item-limits';
import { businessDayAfter, nextBusinessDay } from '#lib/format/business-days';
import { isOpen } from '../item-stages.ts';
import type { Detail } from './content-facts.tsx';

type Props = {
  detail: Detail;
  today: string;
  /** The registry's; undefined until it is known. */
  timeZone: string | undefined;
  mayWrite: boolean;
};

/** What an officer of the issuer asked for, what was written about it, and the way to answer. */
export function RequestPart({ detail, today, timeZone, mayWrite }: Props) {
  const [isWriting, setWriting] = useState(false);
  const { request, lines } = detail.content;
  if (!request) return null;
  const [line] = lines;
  const names = {
    className: detail.securityTypeName,
    holderName: line?.shareholder ? null : detail.issuedTo || null,
  };
  const messages = detail.history.flatMap((step) => {
    const text = step.changes.find((one) => one.field === 'message')?.after;
    return text ? [{ step, text }] : [];
  });
  return (
    <section className="mt-4">
      <h3 className="mb-1 border-b border-rule font-title text-base">Request of the issuer</h3>
      <p className="text-muted">
        Sent by {detail.content.presentor?.name ?? detail.requestedBy}, {detail.requestedBy}
      </p>
      <DefinitionList items={factsOf(request, names)} />
      {request.text && <p className="mt-2 break-words whitespace-pre-line">{request.text}</p>}
      {messages.length > 0 && (
        <ol className="mt-2">
          {messages.map(({ step, text }) => (
            <li key={step.number} className="border-b border-line py-1">
              <span className="text-muted">
                {step.by.firstName} {step.by.lastName}
                {step.action === 'message' ? ' (issuer)' : ''}, {formatInstant(step.at, timeZone)}
              </span>
              <p className="break-words whitespace-pre-line">{text}</p>
            </li>
          ))}
        </ol>
      )}
      {mayWrite && isOpen(detail.stage) && (
        <Button size="sm" className="mt-2 print:hidden" onClick={() => setWriting(true)}>
          Write to the issuer
        </Button>
      )}
      {isWriting && <WriteToIssuer {...{ detail, today }} onClose={() => setWriting(false)} />}
    </section>
  );
}

/** A message to the issuer, or a question that holds the item until it is answered. */
function WriteToIssuer({
  detail,
  today,
  onClose,
}: Pick<Props, 'detail' | 'today'> & { onClose: () => void }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [isQuestion, setQuestion] = useState(true);
  const [day, setDay] = useState(nextBusinessDay(today));
  const [shown, setShown] = useState<readonly number[]>([]);
  const { customerIssuerId, itemId, version } = detail;
  const files = detail.files.filter((one) => one.removedReason === null && !one.shared);
  return (
    <WriteDialog
      operation="WriteToIssuer"
      title="Write to the issuer"
      submit={isQuestion ? 'Ask the issuer' : 'Send message'}
      done={isQuestion ? 'The item waits for the issuer.' : 'Message sent.'}
      labels={{ text: 'Message', nextActionOn: 'Next action' }}
      body={() => {
        const fields = {
          ...(text.trim() ? {} : { text: 'Enter the message.' }),
          ...(isQuestion && !day ? { nextActionOn: 'Enter the day.' } : {}),
        };
        if (Object.keys(fields).length > 0)
          return { code: 'invalid', message: 'Check the highlighted fields.', fields };
        return {
          ...{ customerIssuerId, itemId, version, text: text.trim() },
          nextActionOn: isQuestion ? day : null,
          documentIds: shown,
        };
      }}
      onClose={(changed) => {
        if (changed) void client.refetchQueries({ queryKey: ['GetItemChanges'] });
        onClose();
      }}
    >
      <p className="text-sm">The officers of the issuer read it. Your name is not shown to them.</p>
      <MessageField
        name="text"
        label="Message"
        required
        data-autofocus
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <CheckboxField
        name="isQuestion"
        label="Hold the item until the issuer answers"
        checked={isQuestion}
        onChange={(event) => setQuestion(event.target.checked)}
      />
      {isQuestion && (
        <DateField
          name="nextActionOn"
          label="Next action"
          hint="At most five business days ahead."
          required
          min={today}
          max={businessDayAfter(today, nextActionDaysMax)}
          value={day}
          onChange={setDay}
        />
      )}
      {files.map((file) => (
        <CheckboxField
          key={file.documentId}
          name={`document${file.documentId}`}
          label={`Show ${file.name} to the issuer`}
          checked={shown.includes(file.documentId)}
          onChange={({ target }) =>
            setShown((before) =>
              target.checked ? [...before, file.documentId] : before.filter((one) => one !== file.documentId),
            )
          }
        />
      ))}
    </WriteDialog>
  );
}
