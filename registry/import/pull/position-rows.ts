// Converts certificates and stops of another registry to rows of Positions and Stops.

import { parseDate } from '#lib/format/dates';
import { PullStopped } from './errors.ts';
import type { RemoteCertificate, RemoteLine, RemoteRegister } from './read-registry.ts';
import type { Report, Values } from './report.ts';
import { certificateNameOf, formOf, restrictionOf, stopsOf } from './texts.ts';

/** A class of another registry, and the prefixes of its certificates. */
export type PulledClass = { id: number; name: string; paperPrefix: string; bookPrefix: string };

/** A position, and the class that it belongs to. */
export type PulledPosition = { classId: number; values: Values };

export type Positions = {
  positions: readonly PulledPosition[];
  /** The same by the id of the certificate, where one is given. */
  byId: ReadonlyMap<number, PulledPosition>;
  stops: readonly Values[];
  /** The issuer's own account, where it holds treasury shares. */
  treasury: { account: string; line: RemoteLine | undefined } | undefined;
};

/** Prefixes of a class with the form of their certificates, as far as the definitions say it. */
export type Forms = ReadonlyMap<number, ReadonlyMap<string, string>>;

export function formsOf({ definitions }: Pick<RemoteRegister, 'definitions'>): Forms {
  const forms = new Map<number, Map<string, string>>();
  for (const definition of definitions) {
    const { securityTypeId: id, prefix } = definition;
    const form = formOf(definition);
    if (typeof id !== 'number' || typeof prefix !== 'string' || form === undefined) continue;
    const known = forms.get(id) ?? new Map<string, string>();
    if (!known.has(prefix)) known.set(prefix, form);
    forms.set(id, known);
  }
  return forms;
}

/** The outstanding certificates of every account as rows of Positions, and their stops as rows of Stops. */
export function positionRows(
  read: RemoteRegister,
  classes: ReadonlyMap<number, PulledClass>,
  forms: Forms,
  report: Report,
): Positions {
  const positions: PulledPosition[] = [];
  const byId = new Map<number, PulledPosition>();
  const stops: Values[] = [];
  const held = heldBy(read.certificates);
  const unknownForms = new Set<string>();
  for (const { shareholderCustomerId: account, securities } of read.accounts)
    for (const { securityTypeId: classId, certificates } of securities)
      for (const one of certificates) {
        const ofClass = classes.get(classId);
        if (!ofClass)
          throw new PullStopped(
            `GetIssuerShareholderDetails names the class ${classId}, which GetIssuerSecurityTypes does not have.`,
            true,
          );
        const found = held(one.controlCertificateId, ofClass.name, one.certificateNumber);
        const name = certificateNameOf(found?.prefixAndCertificateNumber ?? one.certificateNumber);
        const index = positions.length;
        const prefix = name?.prefix || ofClass.paperPrefix;
        const form = forms.get(classId)?.get(prefix);
        if (form === undefined && !unknownForms.has(`${classId} ${prefix}`)) {
          unknownForms.add(`${classId} ${prefix}`);
          const sentence = `The form of the certificates ${prefix} of ${ofClass.name} is not given. They are taken as paper.`;
          report(['positions', index, 'form'], 'R03', 'warning', sentence);
        }
        const restriction = found && (restrictionOf(found.restriction) ?? 'O');
        if (found && restrictionOf(found.restriction) === undefined) {
          const sentence = `The restriction ${found.restriction} is not known here. O, other, is taken.`;
          report(['positions', index, 'restriction'], 'R03', 'warning', sentence, found.restriction);
        }
        const issued = parseDate(one.issuedDate) ?? parseDate(found?.issued ?? '');
        if (!issued)
          report(
            ['positions', index, 'issued_on'],
            'R03',
            'warning',
            `The day of issue is not given. ${read.day} is taken.`,
            one.issuedDate,
          );
        const values = {
          class: ofClass.name,
          account,
          form: form ?? 'Certificate',
          prefix,
          number: name?.number ?? one.certificateNumber,
          shares: String(one.shares),
          restriction,
          issued_on: issued ?? read.day,
          is_post_split: found?.postReverseSplit ? 'Y' : 'N',
          source_id: typeof one.customerCertificateId === 'number' ? String(one.customerCertificateId) : '',
        };
        positions.push({ classId, values });
        const id = found?.controlCertificateId ?? one.controlCertificateId;
        if (id !== undefined) byId.set(id, { classId, values });
        stops.push(...stopRows(values, found?.stop ?? '', stops.length, { day: read.day, report }));
      }
  const treasury = treasuryOf(read, classes, forms, { positions, byId }, report);
  return { positions, byId, stops, treasury };
}

/** The stops of a certificate as rows of Stops; `from` is the index of the first one. */
export function stopRows(
  { class: ofClass, prefix, number }: Values,
  text: string,
  from: number,
  { day, report }: { day: string; report: Report },
): Values[] {
  return stopsOf(text).map(({ kind, placedOn, text: shown }, index) => {
    const at = from + index;
    if (kind === undefined) {
      const sentence = `The kind of the stop "${shown}" is not known here. Issuer stop is taken, and the text is kept.`;
      report(['stops', at, 'kind'], 'R03', 'warning', sentence, shown);
    }
    if (placedOn === undefined) {
      const sentence = `The day of the stop "${shown}" is not given. ${day} is taken.`;
      report(['stops', at, 'placed_on'], 'R03', 'warning', sentence, shown);
    }
    return {
      ...{ class: ofClass, prefix, number, kind: kind ?? 'Issuer stop' },
      ...{ placed_on: placedOn ?? day, note: kind === undefined ? shown : '' },
    };
  });
}

/** Finds the record of a certificate by its id, else by class and number where that names only one. */
function heldBy(certificates: readonly RemoteCertificate[]) {
  const outstanding = certificates.filter(({ canceled }) => canceled === '');
  const byId = new Map(outstanding.map((one) => [one.controlCertificateId, one]));
  const nameOf = (ofClass: string, number: string) => `${ofClass}\n${number}`;
  const byName = Map.groupBy(outstanding, (one) =>
    nameOf(one.security, certificateNameOf(one.prefixAndCertificateNumber)?.number ?? ''),
  );
  return (id: number | undefined, ofClass: string, number: string): RemoteCertificate | undefined => {
    if (id !== undefined) return byId.get(id);
    const same = byName.get(nameOf(ofClass, certificateNameOf(number)?.number ?? number)) ?? [];
    return same.length === 1 ? same[0] : undefined;
  };
}

/** Prefix of the issuer's own certificates, which the journal does not give. */
const treasuryPrefix = 'TR';

/** The prefix that is taken for them: the usual one where the class has it. */
export const treasuryPrefixOf = (forms: Forms, { id, bookPrefix }: PulledClass): string =>
  forms.get(id)?.has(treasuryPrefix) ? treasuryPrefix : bookPrefix;

/**
 * Adds the issuer's own shares, which no list of holdings has: issued less outstanding. Where the certificates that the
 * journal leaves open are exactly these shares, they are taken; else one position for all of them.
 */
function treasuryOf(
  read: RemoteRegister,
  classes: ReadonlyMap<number, PulledClass>,
  forms: Forms,
  { positions, byId }: { positions: PulledPosition[]; byId: Map<number, PulledPosition> },
  report: Report,
): Positions['treasury'] {
  const open = openLines(read);
  const own = read.balances.filter((one) => one.totalIssuedShares !== one.totalOutstandingShares);
  let treasury: Positions['treasury'];
  for (const balance of own) {
    const classId = balance.securityID;
    const ofClass = classes.get(classId);
    const shares = BigInt(balance.totalIssuedShares) - BigInt(balance.totalOutstandingShares);
    if (!ofClass || shares <= 0n) continue;
    const lines = open.filter((line) => line.securityTypeId === classId);
    const accounts = new Set(lines.map((line) => line.shareholderCustomerId));
    const isExact = sumOf(lines) === shares && accounts.size === 1;
    if (isExact) treasury ??= { account: lines[0]!.shareholderCustomerId, line: lines[0] };
    treasury ??= { account: 'TREASURY', line: undefined };
    const account = treasury.account;
    const prefix = treasuryPrefixOf(forms, ofClass);
    const index = positions.length;
    const position = (values: Values): PulledPosition => ({
      classId,
      values: { class: ofClass.name, account, form: 'BookEntry', prefix, restriction: 'N', ...values },
    });
    if (isExact)
      for (const line of lines) {
        const own = position({
          number: line.certificateNumber,
          shares: String(line.shares),
          restriction: restrictionOf(line.restriction) ?? 'O',
          issued_on: parseDate(line.issuedDate) ?? read.day,
          source_id: line.customerCertificateId === null ? '' : String(line.customerCertificateId),
        });
        positions.push(own);
        byId.set(line.controlCertificateId, own);
      }
    else
      positions.push(
        position({
          number: nextNumber(positions, ofClass.name, prefix),
          shares: String(shares),
          issued_on: read.day,
        }),
      );
    const sentence = isExact
      ? `The ${lines.length} treasury certificates of ${ofClass.name} are those that the journal leaves open. Their prefix is not given; ${prefix} is taken.`
      : `The treasury certificates of ${ofClass.name} are not given. One position of ${shares} shares, issued less outstanding, is taken, with the day and the number of this pull.`;
    report(['positions', index, 'number'], 'R03', 'warning', sentence);
  }
  return treasury;
}

/** Issued lines of the journal whose certificate no line cancels, and which no account holds. */
function openLines({ journal, accounts }: RemoteRegister): RemoteLine[] {
  const ended = new Set(
    journal.flatMap((one) => one.canceledCertificates.map((line) => line.controlCertificateId)),
  );
  const held = new Set(
    accounts.flatMap((one) =>
      one.securities.flatMap((of) => of.certificates.map((each) => each.controlCertificateId)),
    ),
  );
  return journal
    .flatMap((one) => one.issuedCertificates)
    .filter((line) => !ended.has(line.controlCertificateId) && !held.has(line.controlCertificateId));
}

const sumOf = (lines: readonly RemoteLine[]) => lines.reduce((sum, line) => sum + BigInt(line.shares), 0n);

function nextNumber(positions: readonly PulledPosition[], ofClass: string, prefix: string): string {
  let last = 0n;
  for (const { values } of positions)
    if (values.class === ofClass && values.prefix === prefix && /^\d+$/.test(values.number ?? ''))
      last = BigInt(values.number!) > last ? BigInt(values.number!) : last;
  return String(last + 1n);
}
