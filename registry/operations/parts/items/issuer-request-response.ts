// Responses about requests of issuers.

import type { ExactResponseFor } from '#lib/contract/index';
import type { Db } from '#registry/db/session';
import { notFound } from '#registry/http/http-error';
import { type ListedRequest, readRequest } from '#registry/items/requests/request-list';
import { messageIn } from '#registry/items/requests/request-messages';

type Summary = ExactResponseFor<'GetRequests'>['requests'][number];

/** One line of the requests of an issuer. */
export function requestSummary({ item, kind, state, about, sentBy, waitingFor }: ListedRequest): Summary {
  return {
    itemId: item.id,
    kind,
    state,
    about,
    sentAt: item.receivedAt,
    sentBy,
    endedAt: item.endedAt,
    waitingFor,
  };
}

/**
 * A request as the officers of its issuer see it: what they sent, what the agent wrote to them, and how it ended. Throws 404
 * when the issuer has none with this number.
 */
export async function requestDetail(
  db: Db,
  issuerId: bigint,
  itemId: bigint,
): Promise<ExactResponseFor<'GetRequest'>> {
  const found = await readRequest(db, issuerId, itemId);
  if (!found) throw notFound('The request');
  const { item, files, messages } = found;
  const isPosted = item.stage === 'Posted';
  return {
    ...requestSummary(found),
    request: item.content.request!,
    className: found.className,
    holderName: found.holderName,
    documents: files.map((file) => ({
      documentId: file.id,
      name: file.name,
      bytes: file.size,
      addedAt: file.addedAt,
      isFromAgent: file.shared === 'WithIssuer',
    })),
    messages: messages.map((step) => ({
      number: step.number,
      at: step.at,
      isFromAgent: step.action !== 'message',
      name: step.action === 'message' ? `${step.by.firstName} ${step.by.lastName}`.trim() : '',
      text: messageIn(step) ?? '',
    })),
    rejection: found.rejection,
    controlTransactionId: isPosted ? item.txnId : null,
    displayTransactionId: isPosted ? item.number : null,
  };
}
