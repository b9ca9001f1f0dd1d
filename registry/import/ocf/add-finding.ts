import { writeJson } from '#lib/contract/wire/json';
import { type Finding, type FindingSource, type Severity, short } from '../findings.ts';

/** Adds a finding about a property of an object of a package. */
export type Report = (
  place: FindingSource & { value?: string },
  code: string,
  severity: Severity,
  sentence: string,
) => undefined;

export function reportTo(findings: Finding[]): Report {
  return ({ value = '', ...source }, code, severity, sentence) => {
    findings.push({ code, severity, sheet: '', row: null, field: '', cell: '', value, sentence, source });
  };
}

/** A value of a package as sentences show it. */
export function shown(value: unknown): string {
  return short(typeof value === 'string' ? value : value === undefined ? '' : writeJson(value));
}
