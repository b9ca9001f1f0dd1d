import { classesOf, holdersOf, typeText } from './answers.ts';
import { label, outAt } from './books.ts';
import type { Address, Class, Day, Holder, Issuer, Model } from './shapes.ts';

/** What the reads of issuers, classes, certificate definitions and registrations must say (domain §6, §9.16). */
export const issuers = (list: readonly Issuer[]) =>
  list.map(({ name, key, id, status, address }) => ({
    name,
    customerIssuerId: key,
    controlIssuerId: id,
    status,
    primaryAddress: address,
  }));

export const securityTypes = (m: Model, issuer: Issuer) =>
  classesOf(m, issuer).map(({ id, name, code, series }) => ({
    securityTypeId: id,
    securityType: name,
    securityTypeCode: code,
    securitySeriesCode: series,
  }));

export function definitions(m: Model, issuer: Issuer, day: Day) {
  const one = (cls: Class, place: bigint, prefix: string, text: string) => {
    const numbers = m.papers
      .filter((paper) => paper.cls === cls && paper.prefix === prefix)
      .map((paper) => paper.number);
    if (place > 2n && numbers.length === 0) return [];
    const next = numbers.reduce((most, n) => (n > most ? n : most), 0n) + 1n;
    return [
      {
        certificateDefinitionId: cls.id * 10n + place,
        securityTypeId: cls.id,
        securityType: cls.name,
        prefix,
        certificateType: place === 1n ? 'Certificate' : 'BookEntry',
        description: `${cls.description || cls.name}: ${text}`,
        cusip: cls.cusip,
        parValue: cls.par,
        nextCertificateNumber: `${next}`,
        isActive: true,
        restrictionLegendRequired: place < 3n && outAt(m, cls, day).some((paper) => paper.code !== 'N'),
      },
    ];
  };
  return classesOf(m, issuer).flatMap((cls) => [
    ...one(cls, 1n, cls.paper, 'Paper certificate'),
    ...one(cls, 2n, cls.book, 'Book entry'),
    ...one(cls, 3n, 'FB', 'Book entry of the depository nominee'),
    ...one(cls, 4n, 'TR', 'Book entry of treasury'),
  ]);
}

function addressText(one: Address | null): string {
  if (!one) return '';
  const place = [one.city, [one.state, one.postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [one.address1, one.address2, place, one.country2Code === 'US' ? '' : one.country]
    .filter(Boolean)
    .join(', ');
}

export const record = (one: Holder) => ({
  sortName: one.sort,
  customerShareholderId: one.key,
  systemShareholderId: one.id,
  displayShareholderId: one.key,
  name: label(one),
  fullPrimaryAddress: addressText(one.primary),
  primaryAddress: one.primary,
  fullMailingAddress: addressText(one.mailing),
  mailingAddress: one.mailing,
  type: typeText(one.type),
  typeEnum: one.type,
  primaryTaxId: one.tax.number,
  primaryTaxIdType: one.tax.type,
  primaryPayeeName: one.tax.payee,
  secondaryTaxId: one.tax2.number,
  secondaryTaxIdType: one.tax2.type,
  secondaryPayeeName: one.tax2.payee,
});
export const detailsList = (m: Model, issuer: Issuer) => ({ shareholders: holdersOf(m, issuer).map(record) });
