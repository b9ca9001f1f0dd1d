// Converts a registration in a request to the input of the ledger.

import type { HolderInput } from './registration-input.ts';

type Author = { createdByEmail: string; createdByFirstName: string; createdByLastName: string };

/** A registration under the names of a request. */
type Body = {
  customerShareholderId?: HolderInput['customerId'];
  name: HolderInput['name'];
  name2?: HolderInput['name2'];
  name3?: HolderInput['name3'];
  sortName: HolderInput['sortName'];
  accountType?: HolderInput['accountType'];
  primaryTaxId: HolderInput['primaryTaxId'];
  primaryTaxIdType: HolderInput['primaryTaxIdType'];
  primaryPayeeName: HolderInput['primaryPayeeName'];
  secondaryTaxId?: HolderInput['secondaryTaxId'];
  secondaryTaxIdType?: HolderInput['secondaryTaxIdType'];
  secondaryPayeeName?: HolderInput['secondaryPayeeName'];
  primaryAddress: HolderInput['primary'];
  mailingAddress?: HolderInput['mailing'];
  createdByEmail?: string | undefined;
  createdByFirstName?: string | undefined;
  createdByLastName?: string | undefined;
};

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
