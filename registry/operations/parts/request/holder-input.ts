import type { RequestFor } from '#lib/contract/index';
import type { HolderInput } from '#registry/ledger/holders/registration-input';

type Author = { createdByEmail: string; createdByFirstName: string; createdByLastName: string };
type Body = Omit<RequestFor<'CreateOrUpdate'>, 'idempotencyId' | keyof Author> & Partial<Author>;

/** A registration as both writes send it. In an issuance the author may be given once for all holders. */
export function holderInput(body: Body, author: Author): HolderInput {
  return {
    customerId: body.customerShareholderId,
    name: body.name,
    name2: body.name2,
    name3: body.name3,
    sortName: body.sortName,
    accountType: body.accountType,
    primaryTaxId: body.primaryTaxId,
    primaryTaxIdType: body.primaryTaxIdType,
    primaryPayeeName: body.primaryPayeeName,
    secondaryTaxId: body.secondaryTaxId,
    secondaryTaxIdType: body.secondaryTaxIdType,
    secondaryPayeeName: body.secondaryPayeeName,
    primary: body.primaryAddress,
    mailing: body.mailingAddress,
    by: authorOf({
      createdByEmail: body.createdByEmail ?? author.createdByEmail,
      createdByFirstName: body.createdByFirstName ?? author.createdByFirstName,
      createdByLastName: body.createdByLastName ?? author.createdByLastName,
    }),
  };
}

export function authorOf(author: Author): HolderInput['by'] {
  return {
    email: author.createdByEmail,
    firstName: author.createdByFirstName,
    lastName: author.createdByLastName,
  };
}
