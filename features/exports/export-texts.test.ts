import { expect, test } from 'vitest';
import { issuersText, standingOf, workText } from './export-texts.ts';

const work = { step: '', rows: 0, partsDone: 0, partsTotal: 0, since: '2026-11-20T16:00:00Z' };
const idle = { work: null, problem: '', isStopping: false };

test('an export without work is complete, discarded, stopped, or failed with its reason', () => {
  expect(standingOf({ ...idle, state: 'Complete' }).text).toBe('Complete');
  expect(standingOf({ ...idle, state: 'Discarded' }).text).toBe('Discarded');
  expect(standingOf({ ...idle, state: 'Preparing' })).toEqual({ text: 'Stopped', tone: 'warning' });
  expect(standingOf({ ...idle, state: 'Preparing', problem: 'No space.' }).tone).toBe('danger');
  expect(standingOf({ ...idle, state: 'Preparing', work }).text).toBe('In progress');
  expect(standingOf({ ...idle, state: 'Preparing', work, isStopping: true }).text).toBe('Stopping');
});

test('progress names what is read, with counts that are known only', () => {
  expect(workText(work)).toBe('Creating the file…');
  expect(
    workText({ ...work, step: 'Larkspur: Certificates', rows: 1200, partsDone: 3, partsTotal: 38 }),
  ).toBe('Creating the file, Larkspur: Certificates, 3 of 38 files, 1,200 rows read…');
});

test('one issuer is named, more are counted', () => {
  const one = { customerIssuerId: 1001, name: 'Larkspur Inc.' };
  expect(issuersText([one])).toBe('Larkspur Inc. (1001)');
  expect(issuersText([one, { ...one, customerIssuerId: 1002 }])).toBe('2 issuers');
});
