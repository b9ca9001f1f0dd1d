import { formatNumericDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { OutOfProof, Proof, Violation } from './prove.ts';

/** The result as text: a table of the 41 lines, then the violations, then what some lines check instead. */
export function proofText(proof: Proof): string {
  const { lines, outOfProof } = proof;
  const broken = lines.filter(({ violationCount }) => violationCount > 0n);
  const out = outOfProof.length > 0 ? ['', 'Out of proof', ...outOfProof.map(outOfProofText)] : [];
  const rows = lines.map(({ number, title, verdict, examined, unit, violationCount }) =>
    [
      String(number).padStart(3),
      title.padEnd(45),
      (verdict === 'holds' ? 'holds' : verdict.toUpperCase()).padEnd(13),
      `${formatShares(examined).padStart(11)} ${unit}`.padEnd(46),
      violationCount > 0n
        ? formatShares(violationCount).padStart(10)
        : verdict === 'out of proof'
          ? namedIssuers(outOfProof)
          : '',
    ]
      .join(' ')
      .trimEnd(),
  );
  return [
    `The books of ${proof.issuers} issuer${proof.issuers === 1 ? '' : 's'}, answers as of ${proof.asOf}`,
    '',
    `${'no.'.padStart(3)} ${'invariant'.padEnd(45)} ${'verdict'.padEnd(13)} ${'examined'.padEnd(46)} violations`,
    ...rows,
    ...broken.flatMap(({ number, title, violations, violationCount }) => {
      const rest = violationCount - BigInt(violations.length);
      return [
        '',
        `${number}. ${title}`,
        ...violations.map(violationText),
        ...(rest > 0n ? [`    and ${formatShares(rest)} more`] : []),
      ];
    }),
    ...out,
    '',
    'Not all of a rule can be read from the books:',
    ...lines
      .filter(({ instead }) => instead)
      .map(({ number, instead }) => `${String(number).padStart(3)} ${instead}`),
    '',
    summary(proof),
  ].join('\n');
}

function violationText({ customerIssuerId, issuer, object, sentence }: Violation): string {
  const who = customerIssuerId === null ? '' : `issuer ${customerIssuerId} ${issuer}, `;
  return `    ${who}${object}: ${sentence}`;
}

function outOfProofText(one: OutOfProof): string {
  const size = formatShares(one.recordDifference);
  const age = `${one.ageInDays} day${one.ageInDays === 1 ? '' : 's'} old`;
  const since =
    one.existedSince === one.firstSeen ? '' : `existing since ${formatNumericDate(one.existedSince)}, `;
  const aged = one.isAged ? `AGED, over ${one.agedAfterDays}` : `not aged, ${one.agedAfterDays} allowed`;
  return `    issuer ${one.customerIssuerId} ${one.issuer}, ${one.securityType}: record difference of ${size} shares, first seen ${formatNumericDate(one.firstSeen)}, ${since}${age} (${aged}): ${one.cause}`;
}

function summary({ issuers, lines, outOfProof }: Proof): string {
  if (issuers === 0) return 'There is no issuer in this database; nothing was proved.';
  const violated = lines.filter(({ verdict }) => verdict === 'violated').length;
  return [
    violated === 0 ? 'No invariant is violated' : `${violated} of ${lines.length} invariants are violated`,
    outOfProof.length === 0 ? 'every issuer is in proof' : `out of proof: ${namedIssuers(outOfProof)}`,
  ].join('; ');
}

function namedIssuers(outOfProof: readonly OutOfProof[]): string {
  return [...new Set(outOfProof.map((one) => `issuer ${one.customerIssuerId}`))].join(', ');
}
