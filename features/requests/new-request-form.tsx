'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Form, type FormFailure } from '#components/form/form';
import { MessageField } from '#components/form/message-field';
import { useAgentWrite, WriteNote } from '#components/submission/use-agent-write';
import { useStoredTexts } from '#components/submission/use-stored-texts';
import { LinkButton } from '#components/ui/button';
import { useToast } from '#components/ui/overlay/toast';
import { isApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import type { RequestKind } from '#lib/contract/agent/request';
import { requestKindTexts } from '#lib/contract/agent/request-texts';
import { writeJson } from '#lib/contract/wire/json';
import { routes } from '#lib/routes';
import { DocumentField, unfitFile } from './document-field.tsx';
import { bodyOf, documentText, labels, untyped } from './model.ts';
import { ContactFields, IssuanceFields, ListFields } from './request-fields.tsx';
import { sendDocument } from './send-document.ts';

type Props = { user: string; issuer: number; kind: RequestKind; today: string };

const fieldsOf = { Issuance: IssuanceFields, HolderList: ListFields, ContactChange: ContactFields };

const isFailure = (made: Record<string, unknown> | FormFailure): made is FormFailure => 'message' in made;

/**
 * One request to the agent. It has one ID from before it is sent; its document follows under an ID of its own, and can be
 * added on the page of the request when it was lost.
 */
export function NewRequestForm({ user, issuer, kind, today }: Props) {
  const { call } = useApi();
  const client = useQueryClient();
  const router = useRouter();
  const notify = useToast();
  const kept = useStoredTexts(`request.${user}.${issuer}.${kind}`, () => untyped(today));
  const { values: typed, set } = kept;
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState<FormFailure | null>(null);
  const needed = documentText[kind];
  const onlyPdf = kind === 'Issuance';

  const finish = async (itemId: number | null) => {
    kept.forget();
    if (itemId === null) return router.push(routes.requests(issuer));
    if (file)
      await sendDocument(call, { issuer, itemId, file, idempotencyId: `document-${itemId}` }).catch(
        (error) => {
          if (isApiError(error) && error.code === 'duplicate') return;
          const text = 'The request was sent, but its document was not stored. Add it below.';
          notify({ text, tone: 'danger' });
        },
      );
    await client.invalidateQueries({ refetchType: 'none' });
    router.push(routes.request(issuer, itemId));
  };
  const write = useAgentWrite<Record<string, unknown>, number | null>({
    // Written digit by digit: JavaScript numbers are not exact beyond 2^53.
    post: async (body, idempotencyId) =>
      (await call('CreateRequest', writeJson({ idempotencyId, customerIssuerId: issuer, ...body }) as never))
        .itemId,
    resultOf: ({ result }) => (result?.itemId === undefined ? null : Number(result.itemId)),
    onDone: (itemId) => void finish(itemId),
  });
  const press = () => {
    const made = bodyOf(kind, typed, today);
    const unfit = file
      ? (unfitFile(file) ?? (onlyPdf && file.type !== 'application/pdf' ? 'Choose a PDF.' : null))
      : null;
    const document = unfit ?? (needed && !file ? `Choose the ${needed.toLowerCase()}.` : null);
    if (isFailure(made) || document) {
      const fields = { ...(isFailure(made) ? made.fields : {}), ...(document ? { document } : {}) };
      return setMissing({ code: 'invalid', message: 'Check the highlighted fields.', fields });
    }
    setMissing(null);
    write.press(made);
  };
  const Fields = fieldsOf[kind];
  const { isUnknown, isRefused } = write;
  if (isUnknown || isRefused)
    return <WriteNote {...{ isUnknown, isRefused }} onClose={() => router.push(routes.requests(issuer))} />;
  return (
    <Form
      className="max-w-3xl"
      pending={write.isPending || write.isDone}
      error={missing ?? write.failure}
      onSubmit={press}
      submit="Send request"
      pendingLabel="Sending…"
      labels={labels}
      aside={
        <LinkButton variant="quiet" href={routes.requests(issuer)}>
          Cancel
        </LinkButton>
      }
    >
      <h2 className="border-b border-rule pb-1 font-title text-lg">{requestKindTexts[kind]}</h2>
      <Fields {...{ issuer, typed, today, set }} />
      {needed && (
        <DocumentField
          label={onlyPdf ? 'Resolution of the board' : needed}
          required
          onlyPdf={onlyPdf}
          onChange={setFile}
        />
      )}
      <MessageField
        name="text"
        label="Message"
        hint="Anything else your transfer agent should know."
        value={typed.text}
        onChange={(event) => set('text', event.target.value)}
      />
      {write.stepUp}
    </Form>
  );
}
