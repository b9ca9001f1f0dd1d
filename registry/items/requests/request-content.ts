// Builds the content of an item from what an officer of an issuer requests.

import type { ItemContent } from '#lib/contract/agent/content';
import type { IssuerRequest } from '#lib/contract/agent/request';
import { contactActionTexts, holderListTexts } from '#lib/contract/agent/request-texts';
import { formatShares } from '#lib/format/shares';
import type { Actor } from '../item.ts';

type Given = {
  request: IssuerRequest;
  by: Actor;
  receivedAt: string;
  /** The account that exists, of an issuance to it. */
  holderId: bigint | null;
};

/** An item's content as far as the officer gave it; what the agent adds, such as the purpose, is left out. */
export function contentOf({ request, by, receivedAt, holderId }: Given): ItemContent {
  const { issuance, contactChange } = request;
  const name = `${by.firstName} ${by.lastName}`.trim() || by.email;
  const common = {
    receivedAt,
    channel: 'Issuer' as const,
    presentor: { name, type: 'Officer of the issuer', email: by.email },
    certificates: [],
    lines: [],
    guarantees: [],
    documents: [],
    stopIds: [],
    clearances: [],
  };
  if (!issuance)
    return { kind: 'IssuerRequest', ...common, effectiveDate: contactChange?.effectiveDate ?? null };
  const { holderName, address } = issuance;
  return {
    kind: 'Issuance',
    ...common,
    securityTypeId: issuance.securityTypeId,
    effectiveDate: issuance.effectiveDate ?? null,
    pricePerShare: issuance.pricePerShare ?? null,
    authority: { text: issuance.authority, signer: null, date: issuance.authorityDate ?? null },
    lines: [
      {
        shares: issuance.shares,
        certificateType: issuance.certificateType ?? 'BookEntry',
        restrictionCode: issuance.restrictionCode ?? 'N',
        legend: issuance.legend || null,
        ...(holderId !== null
          ? { systemShareholderId: Number(holderId) }
          : {
              shareholder: {
                name: holderName!,
                sortName: holderName!,
                primaryPayeeName: null,
                primaryTaxId: null,
                primaryTaxIdType: 'SSN',
                primaryAddress: address!,
              },
            }),
      },
    ],
  };
}

/** What a request is about, in a few words. `issuedTo` is the item's name of the holder. */
export function aboutText(request: IssuerRequest, issuedTo: string): string {
  const { issuance, holderList, contactChange } = request;
  if (issuance) {
    const holder = issuedTo || issuance.holderName;
    return `${formatShares(issuance.shares)} shares${holder ? ` to ${holder}` : ''}`;
  }
  if (holderList) return holderListTexts[holderList.list];
  if (contactChange)
    return `${contactChange.name}: ${contactActionTexts[contactChange.action].toLowerCase()}`;
  return '';
}

/** The document that a request of the kind needs; null where it needs none. */
export const documentOf = {
  Issuance: 'the resolution',
  HolderList: null,
  ContactChange: 'the signed letter',
} as const satisfies Record<IssuerRequest['kind'], string | null>;
