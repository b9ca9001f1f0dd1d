// Converts a registration of another registry to a row of Holders.

import type { RemoteRecord } from './read-registry.ts';
import type { Place, Report, Values } from './report.ts';
import { accountTypeOf } from './texts.ts';

type Address = NonNullable<RemoteRecord['primaryAddress']>;

/** A registration of another registry as a row of Holders. */
export function holderRow(
  account: string,
  record: RemoteRecord,
  at: (field: string) => Place,
  report: Report,
): Values {
  const type = accountTypeOf(record.typeEnum, record.type);
  if (type === undefined)
    report(
      at('account_type'),
      'R03',
      'warning',
      `The account type ${record.typeEnum ?? record.type ?? ''} is not known here. None is taken.`,
      record.type,
    );
  const [name, name2, name3] = linesOf(record.name ?? '');
  const address = record.primaryAddress;
  const mailing = record.mailingAddress ?? undefined;
  const values = {
    ...{ account, name, name2, name3, sort_name: (record.sortName ?? '').slice(0, 100) },
    account_type: type ?? 'None',
    role: type === 'NomineeOrDepository' ? 'Nominee' : 'Holder',
    tax_id: record.primaryTaxId,
    tax_id_type: record.primaryTaxId ? record.primaryTaxIdType : '',
    payee: record.primaryPayeeName,
    tax_id2: record.secondaryTaxId,
    tax_id2_type: record.secondaryTaxId ? record.secondaryTaxIdType : '',
    payee2: record.secondaryPayeeName,
    ...(address && placeOf('', address)),
    ...contactOf('', address),
    ...(mailing?.address1 && mailing.city && mailing.country2Code
      ? { ...placeOf('mail_', mailing), ...contactOf('mail_', mailing) }
      : {}),
  };
  const missing = missingOf(address);
  if (missing.length > 0)
    report(
      at('address1'),
      'R04',
      'warning',
      `The address has no ${missing.join(', no ')}. Mail cannot be sent to ${name}.`,
    );
  if (mailing && missingOf(mailing).length > 0 && Object.values(mailing).some(Boolean))
    report(at('mail_address1'), 'R04', 'warning', `The mailing address of ${name} is not whole.`);
  return values;
}

const placeOf = (prefix: '' | 'mail_', address: Address): Values => ({
  [`${prefix}address1`]: address.address1,
  [`${prefix}address2`]: address.address2,
  [`${prefix}city`]: address.city,
  [`${prefix}state`]: address.state,
  [`${prefix}postal_code`]: address.postalCode,
  [`${prefix}country`]: address.country2Code,
});

const contactOf = (prefix: '' | 'mail_', address: Address | undefined): Values => ({
  [`${prefix}email`]: address?.email,
  [`${prefix}phone`]: address?.phone,
  [`${prefix}phone2`]: address?.secondaryPhone,
});

/** Countries whose addresses need a state and a postal code. */
const withStates: ReadonlySet<string> = new Set(['US', 'CA']);

function missingOf(address: Address | undefined): string[] {
  const { address1, city, state, postalCode, country2Code } = address ?? {};
  const inStates = withStates.has(country2Code ?? '') ? { state, 'postal code': postalCode } : {};
  return Object.entries({ street: address1, city, country: country2Code, ...inStates }).flatMap(
    ([what, value]) => (value ? [] : [what]),
  );
}

const lineMax = 100;

/** The name as one line; a longer one is broken between words, as its own lines are not given. */
export function linesOf(name: string): string[] {
  const lines: string[] = [];
  let rest = name.trim();
  while (rest.length > lineMax && lines.length < 2) {
    const space = rest.lastIndexOf(' ', lineMax);
    if (space <= 0) break;
    lines.push(rest.slice(0, space));
    rest = rest.slice(space + 1);
  }
  return [...lines, rest];
}
