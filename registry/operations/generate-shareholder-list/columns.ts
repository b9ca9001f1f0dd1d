import type { CalendarDate } from '#lib/format/dates';
import { formatNumericDate } from '#lib/format/dates';
import type { SecurityClass } from '#registry/queries/classes';
import type { CertificateRow, ListedHolder } from '#registry/queries/reports/certificates-by-holder';
import type { Cell, Column } from '#registry/render/document';
import {
  accountTypeText,
  certificateName,
  formText,
  postalLines,
  registration,
  restrictionText,
  stopText,
  taxIdText,
} from '../parts/display-text.ts';
import { shareCell, shares, text } from '../parts/report/columns.ts';
import { type ListEntry, outstandingAt } from '../parts/report/shareholder-groups.ts';

/** The request fields that decide the columns. */
export type ListOptions = {
  isPDF: boolean;
  showAddressInfo: boolean;
  showContactInfo: boolean;
  showTaxId: boolean;
  includeAccessCode: boolean;
  showCertificateDetails: boolean;
  hideCanceledDateIfGreaterThanCutoff: boolean;
  showCanceled: boolean;
};

/** The columns of the list; listRow fills them in the same order. */
export function listColumns(options: ListOptions): Column[] {
  return [
    text('Account', 14),
    text('Registration', 29),
    text('Type', 15),
    text('Class', 19),
    shares('Restricted'),
    shares('Unrestricted'),
    shares('Total'),
    { header: 'Certificates', kind: 'integer', weight: 10 },
    ...(options.showCanceled
      ? [{ header: 'Canceled certificates', kind: 'integer', weight: 10 } as const]
      : []),
    ...extraColumns(options).map(({ column }) => column),
  ];
}

/**
 * Returns a function that makes the cells of an entry. Created once per list, because the columns are the same
 * for every row.
 */
export function listRow(options: ListOptions): (entry: ListEntry, ofClass: SecurityClass) => Cell[] {
  const extras = extraColumns(options);
  return ({ holder, sums }, ofClass) => {
    const cells: Cell[] = [
      holder.customer_id,
      registration(holder),
      accountTypeText(holder.account_type),
      ofClass.name,
      shareCell(ofClass, sums.restricted),
      shareCell(ofClass, sums.outstanding - sums.restricted),
      shareCell(ofClass, sums.outstanding),
      sums.certificates,
    ];
    if (options.showCanceled) cells.push(sums.canceled);
    for (const { cell } of extras) cells.push(cell(holder));
    return cells;
  };
}

type Extra = { column: Column; cell: (holder: ListedHolder) => Cell };

/** In XLSX every field has a column; a PDF stacks them for lack of width. */
function extraColumns(options: ListOptions): Extra[] {
  return options.isPDF ? stackedColumns(options) : separateColumns(options);
}

function extra(header: string, weight: number, cell: Extra['cell']): Extra {
  return { column: text(header, weight), cell };
}

function separateColumns(options: ListOptions): Extra[] {
  const extras: Extra[] = [];
  if (options.showAddressInfo) {
    extras.push(
      extra('Address', 30, (holder) => postalLines(holder.primary_address).join(', ')),
      extra('Mailing address', 30, (holder) => otherMailing(holder).join(', ')),
      extra('Address status', 14, addressState),
    );
  }
  if (options.showContactInfo) {
    extras.push(
      extra('E-mail', 26, (holder) => holder.primary_address?.email ?? ''),
      extra('Phone', 14, (holder) => holder.primary_address?.phone ?? ''),
      extra('Second phone', 14, (holder) => holder.primary_address?.secondary_phone ?? ''),
    );
  }
  if (options.showTaxId) {
    extras.push(
      extra('Tax id type', 8, (holder) => holder.primary_tax_id_type),
      extra('Tax id', 13, taxId),
    );
  }
  if (options.includeAccessCode) extras.push(extra('Access code', 12, (holder) => holder.access_code));
  return extras;
}

function stackedColumns(options: ListOptions): Extra[] {
  const { showAddressInfo, showContactInfo, showTaxId, includeAccessCode } = options;
  const extras: Extra[] = [];
  if (showAddressInfo || showContactInfo) {
    const header = [showAddressInfo && 'Address', showContactInfo && 'Contact'].filter(Boolean).join(', ');
    extras.push(
      extra(header, 36, (holder) => [
        ...(showAddressInfo ? stackedAddress(holder) : []),
        ...(showContactInfo ? contact(holder) : []),
      ]),
    );
  }
  if (showTaxId || includeAccessCode) {
    const header = [showTaxId && 'Tax id', includeAccessCode && 'Access code'].filter(Boolean).join(', ');
    extras.push(
      extra(header, 21, (holder) => [
        ...(showTaxId && holder.primary_tax_id ? [`${holder.primary_tax_id_type} ${taxId(holder)}`] : []),
        ...(includeAccessCode ? [`Code ${holder.access_code}`] : []),
      ]),
    );
  }
  return extras;
}

function taxId(holder: ListedHolder): string {
  return taxIdText(holder.primary_tax_id_type, holder.primary_tax_id);
}

/** The mailing address, if it differs from the primary one. */
function otherMailing(holder: ListedHolder): string[] {
  const mailing = postalLines(holder.mailing_address);
  return mailing.join('\n') === postalLines(holder.primary_address).join('\n') ? [] : mailing;
}

function stackedAddress(holder: ListedHolder): string[] {
  const mailing = otherMailing(holder);
  return [
    ...postalLines(holder.primary_address),
    ...(mailing.length > 0 ? [`Mail to: ${mailing.join(', ')}`] : []),
    ...(holder.bad_address_since ? [addressState(holder)] : []),
  ];
}

function contact(holder: ListedHolder): string[] {
  const { email = '', phone = '', secondary_phone = '' } = holder.primary_address ?? {};
  return [email, phone, secondary_phone].filter(Boolean);
}

function addressState(holder: ListedHolder): string {
  return holder.bad_address_since ? `Bad since ${formatNumericDate(holder.bad_address_since)}` : 'Good';
}

export const certificateColumns: readonly Column[] = [
  text('Certificate', 14),
  text('Form', 12),
  { header: 'Issued', kind: 'date', weight: 11 },
  { header: 'Canceled', kind: 'date', weight: 11 },
  shares('Shares'),
  text('Restriction', 18),
  text('Stop', 30),
  text('Status', 12),
];

const neverCanceled = '9999-12-31';

/**
 * A cancellation after the cutoff is printed or left blank, as requested; the certificate is outstanding in
 * both cases.
 */
export function subCells(
  row: CertificateRow,
  ofClass: SecurityClass,
  cutoff: CalendarDate,
  options: ListOptions,
): Cell[] {
  const outstanding = outstandingAt(row, cutoff);
  const hidden =
    row.canceled_on === neverCanceled || (outstanding && options.hideCanceledDateIfGreaterThanCutoff);
  return [
    certificateName(row.prefix, row.number),
    formText(row.form),
    row.issued_on,
    hidden ? null : row.canceled_on,
    shareCell(ofClass, row.shares),
    restrictionText(row.restriction),
    stopText(row.stops),
    outstanding ? 'Outstanding' : 'Canceled',
  ];
}
