// The parts of its content that an item of each kind may use.

import type { ItemContent } from './content.ts';
import type { ItemKind } from './values.ts';

export type ContentPart = keyof ItemContent;

/** Parts that an item of any kind may use. */
const always: readonly ContentPart[] = [
  'kind',
  'securityTypeId',
  'receivedAt',
  'channel',
  'effectiveDate',
  'presentor',
  'documents',
  'routine',
  'clearances',
  'comments',
  'chargeAmount',
  'representsItemId',
];

const moved: readonly ContentPart[] = [
  'certificates',
  'lines',
  'guarantees',
  'pricePerShare',
  'facts',
  'delivery',
];

/** The further parts that each kind uses. */
const further: Record<ItemKind, readonly ContentPart[]> = {
  Transfer: [...moved, 'caseCode', 'purpose', 'sourcePosition', 'depository', 'authority', 'stopIds'],
  Retirement: [...moved, 'purpose', 'sourcePosition', 'sharesRetired', 'authority'],
  Issuance: [...moved, 'purpose', 'authority', 'instruction', 'request'],
  StopPlace: ['certificates', 'stop'],
  StopRelease: ['stopIds', 'reason'],
  AddressHold: ['systemShareholderId', 'reason'],
  AddressRelease: ['systemShareholderId', 'reason'],
  ReturnedMail: ['systemShareholderId', 'returnedMail'],
  LostSearch: ['systemShareholderId', 'search'],
  Correction: [
    ...moved,
    'caseCode',
    'purpose',
    'correctsControlTransactionId',
    'authority',
    'reason',
    'stopIds',
  ],
  IssuerRequest: ['reason', 'request'],
};

/** The parts of a content that an item of the kind may use; the registry refuses others. */
export const partsOf = (kind: ItemKind): ReadonlySet<ContentPart> => new Set([...always, ...further[kind]]);
