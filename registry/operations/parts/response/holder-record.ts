import type { ExactResponseFor } from '#lib/contract/index';
import type { HolderRecord } from '#registry/queries/holder-records';
import { accountTypeText, postalLines } from '../display-text.ts';
import { addressObject } from './display.ts';

type ShareholderRecord = ExactResponseFor<'GetShareholderDetails'>;

/** A registration, as one record and as a row of the list. */
export function record(found: HolderRecord): ShareholderRecord {
  const { holder } = found;
  return {
    sortName: holder.sortName,
    customerShareholderId: holder.customerId,
    systemShareholderId: holder.id,
    displayShareholderId: holder.customerId,
    name: holder.name,
    fullPrimaryAddress: postalLines(found.primaryAddress).join(', '),
    primaryAddress: addressObject(found.primaryAddress),
    fullMailingAddress: postalLines(found.mailingAddress).join(', '),
    mailingAddress: found.mailingAddress && addressObject(found.mailingAddress),
    type: accountTypeText(holder.accountType),
    typeEnum: holder.accountType,
    primaryTaxId: found.primaryTaxId,
    primaryTaxIdType: found.primaryTaxIdType,
    primaryPayeeName: found.primaryPayeeName,
    secondaryTaxId: found.secondaryTaxId,
    secondaryTaxIdType: found.secondaryTaxIdType,
    secondaryPayeeName: found.secondaryPayeeName,
  };
}
