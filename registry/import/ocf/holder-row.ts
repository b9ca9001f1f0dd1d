// Converts a stakeholder of a package to a row of Holders.

import { type Report, shown } from './add-finding.ts';
import type { ObjectOf } from './definitions.ts';
import { readOwnComment, textFacts } from './own-comment.ts';
import type { Held } from './read-package.ts';
import type { OcfRow } from './sheet-rows.ts';

/** Columns of Holders for which a stakeholder has no property; our own export notes them. */
export const ownHolderFields = [
  ...['sort_name', 'account_type', 'role', 'tax_id_type', 'tax_id2_type', 'payee', 'payee2', 'is_certified'],
  ...[
    'state',
    'mail_state',
    'email',
    'phone',
    'phone2',
    'bad_address_since',
    'bad_address_reason',
    'lost_since',
  ],
  ...['opened_on', 'pays_by'],
] as const;

/** Those that need a mailing address. */
const ownMailFields = ['mail_email', 'mail_phone', 'mail_phone2'] as const;

type Stakeholder = ObjectOf<'STAKEHOLDER'>;
type Address = NonNullable<Stakeholder['addresses']>[number];

/** Countries whose addresses need a state and a postal code. */
const withStates = new Set(['US', 'CA']);

/** A stakeholder as a row of Holders. What has no column is listed. */
export function holderRow({ file, of }: Held<'STAKEHOLDER'>, account: string, report: Report): OcfRow {
  const at = (property: string, value: unknown = '') => ({
    file,
    object: of.id,
    property,
    value: shown(value),
  });
  const { own } = readOwnComment(of.comments);
  const isPerson = of.stakeholder_type === 'INDIVIDUAL';
  const { first_name: first, last_name: last } = of.name;
  const all = of.addresses ?? [];
  const legal = all.find((one) => one.address_type === 'LEGAL') ?? all[0];
  const mailing = all.find(
    (one) => one !== legal && one.address_type === 'CONTACT' && missingOf(one).length === 0,
  );
  for (const one of all)
    if (one !== legal && one !== mailing)
      report(
        at('addresses', one.street_suite),
        'O17',
        'note',
        'A holder has one address, and one for mail where it is complete. This one is left out.',
      );
  const contacts = [of.contact_info, of.primary_contact].filter((one) => one !== undefined);
  const contact = of.primary_contact?.name;
  if (contact && contact.legal_name !== of.name.legal_name)
    report(
      at('primary_contact', contact.legal_name),
      'O17',
      'note',
      `The contact ${shown(contact.legal_name)} has no place in a register. It is left out.`,
    );
  const emails = [...new Set(contacts.flatMap(({ emails = [] }) => emails.map((one) => one.email_address)))];
  const phones = [
    ...new Set(contacts.flatMap(({ phone_numbers: numbers = [] }) => numbers.map((one) => one.phone_number))),
  ];
  for (const more of [...emails.slice(1), ...phones.slice(2)])
    report(
      at('contact_info', more),
      'O17',
      'note',
      'A holder has one e-mail address and two phone numbers. This one is left out.',
    );
  const values = {
    account,
    ...linesOf(of.name.legal_name, own.name),
    sort_name: isPerson && first && last ? `${last}, ${first}`.toUpperCase().slice(0, 100) : undefined,
    account_type: isPerson ? 'Individual' : 'Corporation',
    ...taxIds(of, isPerson, at, report),
    ...place('', legal),
    ...place('mail_', mailing),
    email: emails[0],
    // Our own export notes phone numbers as they were written, each in its place.
    ...(own.account_type === undefined ? { phone: phones[0], phone2: phones[1] } : {}),
    ...textFacts(own, ownHolderFields),
    ...(mailing && textFacts(own, ownMailFields)),
  };
  checkAddress(values, at, report);
  return { values, file, object: of.id, properties: holderProperties };
}

const holderProperties: Readonly<Record<string, string>> = {
  ...{
    account: 'issuer_assigned_id',
    name: 'name.legal_name',
    name2: 'name.legal_name',
    name3: 'name.legal_name',
  },
  ...{ sort_name: 'name', account_type: 'stakeholder_type', email: 'contact_info', phone: 'contact_info' },
  ...{
    phone2: 'contact_info',
    tax_id: 'tax_ids',
    tax_id_type: 'tax_ids',
    tax_id2: 'tax_ids',
    tax_id2_type: 'tax_ids',
  },
  ...Object.fromEntries(
    ['address1', 'address2', 'city', 'state', 'postal_code', 'country'].flatMap((key) => [
      [key, 'addresses'],
      [`mail_${key}`, 'addresses'],
    ]),
  ),
};

/** The lines of a registration, where our own export notes them and together they are the legal name. */
function linesOf(legalName: string, noted: unknown): Record<string, string | undefined> {
  const lines = Array.isArray(noted) ? noted.filter((line) => typeof line === 'string') : [];
  const [name = legalName, name2, name3] = lines.join(' ') === legalName ? lines : [legalName];
  return { name, name2, name3 };
}

function place(prefix: '' | 'mail_', address: Address | undefined): Record<string, string | undefined> {
  if (!address) return {};
  const [street = '', ...more] = (address.street_suite ?? '').split('\n');
  return {
    [`${prefix}address1`]: street,
    [`${prefix}address2`]: more.join(', '),
    [`${prefix}city`]: address.city,
    [`${prefix}state`]: address.country_subdivision,
    [`${prefix}postal_code`]: address.postal_code,
    [`${prefix}country`]: address.country,
  };
}

/** What an address needs so that mail arrives. */
function missingOf(address: Partial<Omit<Address, 'address_type'>>): string[] {
  const { street_suite, city, country, country_subdivision: state, postal_code: postal } = address;
  const inStates = withStates.has(country ?? '') ? { state, 'postal code': postal } : {};
  return Object.entries({ street: street_suite, city, country, ...inStates }).flatMap(([name, value]) =>
    value ? [] : [name],
  );
}

/** An address that the package does not have, or not wholly, cannot be made up: it is brought in as it is. */
function checkAddress(
  values: Readonly<Record<string, string | undefined>>,
  at: (property: string, value?: unknown) => Parameters<Report>[0],
  report: Report,
): void {
  const { address1, city, state, postal_code, country } = values;
  const missing = missingOf({
    street_suite: address1,
    city,
    country_subdivision: state,
    postal_code,
    country,
  });
  if (missing.length === 0) return;
  const what = country ? `The address has no ${missing.join(', no ')}` : 'There is no address';
  report(at('addresses'), 'O16', 'warning', `${what}. Mail cannot be sent to ${shown(values.name)}.`);
}

function taxIds(
  { tax_ids: given = [], comments }: Stakeholder,
  isPerson: boolean,
  at: (property: string, value?: unknown) => Parameters<Report>[0],
  report: Report,
): Record<string, string> {
  const typeOf = (country: string) =>
    country === 'US' ? (isPerson ? 'SSN' : 'EIN') : country === 'CA' && isPerson ? 'SIN' : undefined;
  const noted = textFacts(readOwnComment(comments).own, ['tax_id_type', 'tax_id2_type']);
  const values: Record<string, string> = {};
  let count = 0;
  for (const { tax_id: id, country } of given) {
    const type = noted[count === 0 ? 'tax_id_type' : 'tax_id2_type'] ?? typeOf(country);
    if (!type || count === 2) {
      // The number itself is personal, and says nothing here.
      report(
        at('tax_ids', country),
        'O17',
        'warning',
        type
          ? 'A holder has two tax ids. This one is left out.'
          : `A tax id of ${country} has no place in a register. It is left out.`,
      );
      continue;
    }
    const suffix = count === 0 ? '' : '2';
    Object.assign(values, { [`tax_id${suffix}`]: id, [`tax_id${suffix}_type`]: type });
    count += 1;
  }
  return values;
}
