'use client';

import { useState } from 'react';
import { Form, type FormFailure } from '#components/form/form';
import { MessageField } from '#components/form/message-field';
import { randomKey } from '#components/submission/form-draft';
import { useAgentWrite, WriteNote } from '#components/submission/use-agent-write';
import { isApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import { DocumentField, unfitFile } from './document-field.tsx';
import { labels, type RequestDetail } from './model.ts';
import { sendDocument } from './send-document.ts';

type Props = {
  issuer: number;
  itemId: number;
  /** The agent waits for something. */
  isAnswer: boolean;
  onSent: (next: RequestDetail) => void;
};

/** A message to the agent, a document, or both. After it was sent the form is empty again. */
export function AnswerForm(props: Props) {
  const [count, setCount] = useState(0);
  return (
    <OneAnswer
      key={count}
      {...props}
      onSent={(next) => {
        props.onSent(next);
        setCount(count + 1);
      }}
    />
  );
}

type Sent = { text: string; file: File | null };

function OneAnswer({ issuer, itemId, isAnswer, onSent }: Props) {
  const { call } = useApi();
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState<FormFailure | null>(null);
  const [fileKey] = useState(randomKey);
  const read = () => call('GetRequest', { customerIssuerId: issuer, itemId });
  const write = useAgentWrite<Sent, RequestDetail | null>({
    // The file goes first: a message alone would say that it is attached.
    post: async (sent, idempotencyId) => {
      let next: RequestDetail | null = null;
      if (sent.file) {
        const given = { issuer, itemId, file: sent.file, idempotencyId: fileKey };
        next = await sendDocument(call, given).catch((error: unknown) => {
          // Stored by an earlier press whose message was not sent.
          if (isApiError(error) && error.code === 'duplicate') return null;
          throw error;
        });
      }
      if (!sent.text) return next ?? read();
      const body = { idempotencyId, customerIssuerId: issuer, itemId, text: sent.text };
      return call('SendRequestMessage', body as never);
    },
    resultOf: () => null,
    onDone: (next) => {
      if (next) onSent(next);
      else void read().then(onSent);
    },
  });
  const press = () => {
    const unfit = file && unfitFile(file);
    const sent = { text: text.trim(), file };
    const fields = {
      ...(unfit ? { document: unfit } : {}),
      ...(sent.text || file ? {} : { text: 'Write a message or choose a document.' }),
    };
    if (Object.keys(fields).length > 0)
      return setMissing({ code: 'invalid', message: 'Check the highlighted fields.', fields });
    setMissing(null);
    write.press(sent);
  };
  const { isUnknown, isRefused } = write;
  if (isUnknown || isRefused)
    return <WriteNote {...{ isUnknown, isRefused }} onClose={() => void read().then(onSent)} />;
  return (
    <Form
      className="mt-4 print:hidden"
      pending={write.isPending || write.isDone}
      error={missing ?? write.failure}
      onSubmit={press}
      submit={isAnswer ? 'Send answer' : 'Send message'}
      pendingLabel="Sending…"
      labels={labels}
    >
      <MessageField
        name="text"
        label={isAnswer ? 'Your answer' : 'Message to the transfer agent'}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <DocumentField label="Document" onChange={setFile} />
      {write.stepUp}
    </Form>
  );
}
