// Requests of an issuer to its agent: queries, texts, and the values of their form as a request.

import type { FormFailure } from '#components/form/form';
import type { RequestKind } from '#lib/contract/agent/request';
import {
  contactActionTexts,
  holderListTexts,
  listFormatTexts,
  requestKindTexts,
} from '#lib/contract/agent/request-texts';
import type { ResponseFor } from '#lib/contract/index';
import { certificateTypeTexts, restrictionTexts } from '#lib/contract/share-texts';
import { formatDate } from '#lib/format/dates';
import { formatPerShare } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';
import type { Tone } from '#lib/format/tone';
import { readShares } from '#lib/format/whole-number';

export type RequestRow = ResponseFor<'GetRequests'>['requests'][number];
export type RequestDetail = ResponseFor<'GetRequest'>;
type State = RequestRow['state'];

export const requestsInput = (issuer: number) =>
  ({ customerIssuerId: issuer, start: 0, numberOfRows: 100 }) as const;

export const requestKinds = Object.keys(requestKindTexts) as RequestKind[];

/** Badge colors of the states of requests. */
export const requestStateTones: Readonly<Record<State, Tone>> = {
  Received: 'neutral',
  InProgress: 'accent',
  WaitingForIssuer: 'warning',
  Done: 'positive',
  Rejected: 'danger',
  Withdrawn: 'neutral',
};

export const isOpen = (state: State) =>
  state === 'Received' || state === 'InProgress' || state === 'WaitingForIssuer';

/** The document that a request of the kind needs; null where it needs none. */
export const documentText: Readonly<Record<RequestKind, string | null>> = {
  Issuance: 'Resolution',
  HolderList: null,
  ContactChange: 'Signed letter',
};

const optionsOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));
export const options = {
  list: optionsOf(holderListTexts),
  format: optionsOf(listFormatTexts),
  action: optionsOf(contactActionTexts),
  restriction: optionsOf(restrictionTexts),
  form: optionsOf(certificateTypeTexts),
};

/** What is typed into a form, by the names of the contract: `issuance.shares`. */
export type Typed = Readonly<Record<string, string>>;

/** The form's values before anything is typed. */
export const untyped = (today: string): Typed => ({
  text: '',
  holder: 'known',
  'issuance.certificateType': 'BookEntry',
  'issuance.restrictionCode': 'N',
  'issuance.address.country2Code': 'US',
  'holderList.list': 'RegisteredHolders',
  'holderList.format': 'XLSX',
  'contactChange.action': 'Add',
  'contactChange.effectiveDate': today,
});

export const labels: Readonly<Record<string, string>> = {
  text: 'Message',
  document: 'Document',
  issuance: 'Issuance',
  'issuance.securityTypeId': 'Class',
  'issuance.shares': 'Shares',
  'issuance.customerShareholderId': 'Account',
  'issuance.holderName': 'Name of the holder',
  'issuance.address': 'Address',
  'issuance.address.country2Code': 'Country',
  'issuance.address.address1': 'Address line 1',
  'issuance.address.address2': 'Address line 2',
  'issuance.address.city': 'City',
  'issuance.address.state': 'State or province',
  'issuance.address.postalCode': 'Postal code',
  'issuance.address.email': 'Email',
  'issuance.certificateType': 'Form',
  'issuance.restrictionCode': 'Restriction',
  'issuance.legend': 'Legend',
  'issuance.pricePerShare': 'Price per share',
  'issuance.authority': 'Resolution or reserve',
  'issuance.authorityDate': 'Date of the resolution',
  'issuance.effectiveDate': 'Issue on',
  'holderList.list': 'List',
  'holderList.recordDate': 'Record date',
  'holderList.meetingDate': 'Meeting date',
  'holderList.format': 'Format',
  'holderList.neededBy': 'Needed by',
  'contactChange.action': 'Change',
  'contactChange.name': 'Name',
  'contactChange.title': 'Position',
  'contactChange.email': 'Email',
  'contactChange.phone': 'Phone',
  'contactChange.address': 'Address',
  'contactChange.mayInstructIssuance': 'May instruct issuances',
  'contactChange.mayReceiveLists': 'May receive lists',
  'contactChange.effectiveDate': 'Effective',
};

type Body = Record<string, unknown>;

/** The request of a form, or what is missing: each field is named. */
export function bodyOf(kind: RequestKind, typed: Typed, today: string): Body | FormFailure {
  const fields: Record<string, string> = {};
  const value = (name: string) => typed[name]?.trim() ?? '';
  const needed = (name: string, error: string) => {
    const text = value(name);
    if (!text) fields[name] = error;
    return text;
  };
  const parts: Body = { kind, text: value('text') || null };
  if (kind === 'Issuance') parts.issuance = issuanceOf(typed, { fields, value, needed });
  if (kind === 'HolderList') parts.holderList = listOf(today, { fields, value, needed });
  if (kind === 'ContactChange') parts.contactChange = contactOf(typed, { fields, value, needed });
  if (Object.keys(fields).length === 0) return parts;
  return { code: 'invalid', message: 'Check the highlighted fields.', fields };
}

type Reader = {
  fields: Record<string, string>;
  value: (name: string) => string;
  needed: (name: string, error: string) => string;
};

function issuanceOf(typed: Typed, { fields, value, needed }: Reader): Body {
  const at = (name: string) => `issuance.${name}`;
  const shares = readShares(value(at('shares')));
  if (shares === null) fields[at('shares')] = 'Enter a whole number of shares.';
  const price = value(at('pricePerShare')).replace(/^\$/, '').replaceAll(',', '');
  const isNew = typed.holder === 'new';
  const of = (name: string) => `issuance.address.${name}`;
  return {
    securityTypeId: Number(needed(at('securityTypeId'), 'Select the class.')),
    shares,
    ...(isNew
      ? {
          holderName: needed(at('holderName'), 'Enter the name as it shall be registered.'),
          address: {
            address1: needed(of('address1'), 'Enter the street and number.'),
            address2: value(of('address2')) || null,
            city: needed(of('city'), 'Enter the city.'),
            state: value(of('state')) || null,
            postalCode: value(of('postalCode')) || null,
            country2Code: value(of('country2Code')),
            email: value(of('email')) || null,
          },
        }
      : {
          customerShareholderId: needed(
            at('customerShareholderId'),
            'Choose the account, or enter a new holder.',
          ),
        }),
    certificateType: value(at('certificateType')),
    restrictionCode: value(at('restrictionCode')),
    legend: value(at('legend')) || null,
    pricePerShare: price || null,
    authority: needed(at('authority'), 'Name the resolution, or the reserve the shares come from.'),
    authorityDate: value(at('authorityDate')) || null,
    effectiveDate: value(at('effectiveDate')) || null,
  };
}

function listOf(today: string, { fields, value, needed }: Reader): Body {
  const at = (name: string) => `holderList.${name}`;
  const recordDate = needed(at('recordDate'), 'Enter the record date.');
  const neededBy = needed(at('neededBy'), 'Enter the day by which you need it.');
  if (neededBy && neededBy < today) fields[at('neededBy')] = 'Enter a day that is not in the past.';
  else if (neededBy && neededBy < recordDate)
    fields[at('neededBy')] = 'Enter a day on or after the record date.';
  const meetingDate = value(at('meetingDate'));
  if (meetingDate && meetingDate < recordDate)
    fields[at('meetingDate')] = 'Enter a day on or after the record date.';
  return {
    list: value(at('list')),
    format: value(at('format')),
    recordDate,
    meetingDate: meetingDate || null,
    neededBy,
  };
}

function contactOf(typed: Typed, { value, needed }: Reader): Body {
  const at = (name: string) => `contactChange.${name}`;
  const action = value(at('action'));
  const ends = action === 'End';
  const said = (name: string) => (ends ? null : value(at(name)) || null);
  const flag = (name: string) => {
    const given = typed[at(name)];
    return ends || !given ? null : given === 'yes';
  };
  return {
    action,
    name: needed(at('name'), 'Enter the name of the contact.'),
    title: action === 'Add' ? needed(at('title'), 'Enter the position.') : said('title'),
    email: said('email'),
    phone: said('phone'),
    address: said('address'),
    mayInstructIssuance: flag('mayInstructIssuance'),
    mayReceiveLists: flag('mayReceiveLists'),
    effectiveDate: needed(at('effectiveDate'), 'Enter the day from which it counts.'),
  };
}

type Fact = { term: string; detail: string };
const given = (facts: readonly [string, string | null | undefined | false][]): Fact[] =>
  facts.flatMap(([term, detail]) => (detail ? [{ term, detail }] : []));
const yesNo = (flag: boolean | null | undefined) =>
  flag === true ? 'Yes' : flag === false ? 'No' : undefined;

/** What was asked for, line by line; `names` are those of the registry. */
export function factsOf(
  { issuance, holderList, contactChange }: RequestDetail['request'],
  names: { className?: string | null; holderName?: string | null },
): Fact[] {
  if (issuance) {
    const { address } = issuance;
    const addressLines = address && [
      address.address1,
      address.address2,
      address.city,
      [address.state, address.postalCode].filter(Boolean).join(' '),
      address.country2Code,
      address.email,
    ];
    return given([
      ['Class', names.className ?? `Class ${issuance.securityTypeId}`],
      ['Shares', formatShares(issuance.shares)],
      [
        'Holder',
        issuance.customerShareholderId
          ? [names.holderName, `account ${issuance.customerShareholderId}`].filter(Boolean).join(', ')
          : `${issuance.holderName} (new)`,
      ],
      ['Address', addressLines?.filter(Boolean).join(', ')],
      ['Form', issuance.certificateType && certificateTypeTexts[issuance.certificateType]],
      ['Restriction', issuance.restrictionCode && restrictionTexts[issuance.restrictionCode]],
      ['Legend', issuance.legend],
      ['Price per share', issuance.pricePerShare && formatPerShare(issuance.pricePerShare)],
      ['Resolution or reserve', issuance.authority],
      ['Date of the resolution', formatDate(issuance.authorityDate)],
      ['Issue on', issuance.effectiveDate ? formatDate(issuance.effectiveDate) : 'The day of posting'],
    ]);
  }
  if (holderList)
    return given([
      ['List', holderListTexts[holderList.list]],
      ['Record date', formatDate(holderList.recordDate)],
      ['Meeting date', formatDate(holderList.meetingDate)],
      ['Format', listFormatTexts[holderList.format]],
      ['Needed by', formatDate(holderList.neededBy)],
    ]);
  if (!contactChange) return [];
  return given([
    ['Change', contactActionTexts[contactChange.action]],
    ['Name', contactChange.name],
    ['Position', contactChange.title],
    ['Email', contactChange.email],
    ['Phone', contactChange.phone],
    ['Address', contactChange.address],
    ['May instruct issuances', yesNo(contactChange.mayInstructIssuance)],
    ['May receive lists', yesNo(contactChange.mayReceiveLists)],
    ['Effective', formatDate(contactChange.effectiveDate)],
  ]);
}
