import { describe, expect, test } from 'vitest';
import { brokerSearchDate, holidaysInSearch } from '#lib/format/broker-search';
import { businessDayBefore } from '#lib/format/business-days';
import { meetingDates } from './pack-dates.ts';
import {
  endedMonths,
  lastDayOf,
  type PackChoices,
  type PackEvent,
  packFileName,
  packParts,
  packTitle,
  partFileName,
} from './pack-parts.ts';

const meeting: PackEvent = {
  kind: 'meeting',
  issuer: 1001,
  event: 100000005,
  title: 'Special Meeting',
  className: 'Common',
  record: '2026-10-16',
  eventDate: '2026-12-10',
};
const choices: PackChoices = {
  today: '2026-11-20',
  addresses: true,
  filter: { securityTypeCode: 'C', securitySeriesCode: '' },
  officer: { certifiedBy: 'Morgan Ellery', certifiedByTitle: 'Vice President' },
};

describe('broker search', () => {
  test.each([
    // Columbus Day is left out.
    ['2026-10-16', '2026-09-17'],
    ['2026-11-02', '2026-10-02'],
    // Thanksgiving and Veterans Day.
    ['2026-11-30', '2026-10-29'],
    // Christmas and New Year's Day.
    ['2027-01-08', '2026-12-09'],
    // Independence Day on a Saturday is observed on Friday, July 3.
    ['2026-07-10', '2026-06-10'],
    // A record date on a Sunday counts back from there.
    ['2026-03-29', '2026-03-02'],
  ])('for %s it is %s', (record, day) => {
    expect(brokerSearchDate(record)).toBe(day);
  });
  test('the record date is not counted, whatever day it is', () => {
    expect(businessDayBefore('2026-11-23', 1)).toBe('2026-11-20');
    expect(businessDayBefore('2026-11-22', 1)).toBe('2026-11-20');
    expect(businessDayBefore('2026-11-20', 0)).toBe('2026-11-20');
  });
  test('names the holidays that fall on a weekday', () => {
    expect(holidaysInSearch('2026-11-30')).toEqual([
      { day: '2026-11-11', name: 'Veterans Day' },
      { day: '2026-11-26', name: 'Thanksgiving Day' },
    ]);
  });
});

describe('days of a meeting', () => {
  const of = (label: string, record: string, day: string | null) =>
    meetingDates(record, day).find((one) => one.label.startsWith(label));
  test('follow from record date and meeting', () => {
    expect(of('Broker search, last', '2026-10-16', null)?.from).toBe('2026-09-17');
    expect(of('Broker search, staff', '2026-10-16', null)?.from).toBe('2026-10-06');
    expect(of('Omnibus', '2026-10-16', null)?.from).toBe('2026-10-17');
    expect(of('Stock list', '2026-10-16', '2026-12-10')).toMatchObject({
      from: '2026-11-30',
      to: '2026-12-09',
    });
    expect(of('Notice', '2026-10-16', '2026-12-10')).toMatchObject({ from: '2026-10-11', to: '2026-11-30' });
    expect(of('Internet', '2026-10-16', '2026-12-10')?.from).toBe('2026-10-31');
  });
  test.each([
    ['2026-10-16', '2026-12-10', '55 days after the record date; within'],
    ['2026-11-02', '2026-12-03', '31 days after the record date; within'],
    ['2026-10-01', '2026-12-10', '70 days after the record date; not within'],
    ['2026-12-05', '2026-12-10', '5 days after the record date; not within'],
  ])('record date %s, meeting %s', (record, day, text) => {
    expect(of('Meeting', record, day)?.note).toContain(text);
  });
  test('without a day of the meeting only what follows from the record date', () => {
    expect(meetingDates('2026-10-16', null)).toHaveLength(4);
  });
});

describe('parts', () => {
  const names = (event: PackEvent, over: Partial<PackChoices> = {}) =>
    packParts(event, { ...choices, ...over }).parts.map(({ name }) => name);

  test('of a meeting', () => {
    expect(names(meeting)).toEqual([
      '01_certificate',
      '02_holders',
      '02_holders',
      '03_labels',
      '04_ownership',
      '05_proxy-details',
      '05_quorum',
      '06_broker-search',
      '07_control-book',
      '08_roll-forward',
      '08_transactions',
    ]);
  });
  test('of a dividend and of a month end', () => {
    const dividend = { ...meeting, kind: 'dividend' as const };
    expect(names(dividend).filter((name) => /^(05|09|10)/.test(name))).toEqual([
      '09_payments',
      '09_payments',
      '10_funding',
    ]);
    const monthEnd = { ...meeting, kind: 'month-end' as const, event: null, record: '2026-10-31' };
    expect(names(monthEnd)).toEqual([
      '01_certificate',
      '02_holders',
      '02_holders',
      '03_labels',
      '04_ownership',
      '07_control-book',
      '08_roll-forward',
      '08_transactions',
    ]);
  });
  test('every date is the record date, never today', () => {
    const text = JSON.stringify(packParts(meeting, choices).parts);
    expect(text).not.toContain('2026-11-20');
    for (const { report, input } of packParts(meeting, choices).parts) {
      const day = input.cutoff ?? input.endDate;
      if ('customerProxyId' in input) expect([report, day]).toEqual([report, undefined]);
      else expect([report, day]).toEqual([report, '2026-10-16']);
    }
  });
  test('no tax IDs, access codes or contact data are asked for; addresses only where they may be', () => {
    const text = JSON.stringify(packParts(meeting, choices).parts);
    expect(text).not.toMatch(/showTaxId|includeAccessCode|showContactInfo/);
    expect(text).toContain('"showAddressInfo":true');
    expect(JSON.stringify(packParts(meeting, { ...choices, addresses: false }).parts)).not.toContain(
      'showAddressInfo',
    );
  });
  test('list and ownership have the class of the event only', () => {
    const filtered = packParts(meeting, choices).parts.filter(({ input }) => 'filterSecurityType' in input);
    expect(filtered.map(({ name }) => name)).toEqual(['02_holders', '02_holders', '04_ownership']);
    expect(JSON.stringify(packParts(meeting, { ...choices, filter: null }))).not.toContain('filterSecurity');
  });
  test('on the record date nothing is certified', () => {
    const { parts, missing } = packParts(meeting, { ...choices, today: meeting.record });
    expect(parts.map(({ name }) => name)).not.toContain('01_certificate');
    expect(missing).toEqual([
      expect.objectContaining({
        name: '01_certificate',
        reason: 'Not certified before the end of the record date, Oct 16, 2026.',
      }),
    ]);
  });
  test('before the record date only the letter is made, and every other part is named', () => {
    const { parts, missing } = packParts(meeting, { ...choices, today: '2026-09-10' });
    expect(parts.map(({ name }) => name)).toEqual(['06_broker-search']);
    expect(missing).toHaveLength(9);
    expect(missing.every(({ reason }) => reason.includes('Oct 16, 2026'))).toBe(true);
  });
});

test('names of files, archives and packs', () => {
  expect(partFileName('02_holders', meeting, 'pdf')).toBe('02_holders_1001_20261016.pdf');
  expect(packFileName(meeting, false)).toBe('record-date_1001_100000005_20261016.zip');
  expect(packFileName(meeting, true)).toBe('record-date_1001_100000005_20261016_preview.zip');
  const monthEnd = { ...meeting, kind: 'month-end' as const, event: null, record: '2026-10-31' };
  expect(packFileName(monthEnd, false)).toBe('month-end_1001_202610.zip');
  expect(packTitle({ ...meeting, isPreview: false })).toBe('Record-date pack: Special Meeting');
  expect(packTitle({ ...monthEnd, isPreview: false })).toBe('Month-end pack: Oct 2026');
});

test('months that have ended', () => {
  expect(endedMonths('2026-11-20', 3)).toEqual(['2026-10', '2026-09', '2026-08']);
  expect(endedMonths('2026-01-31', 2)).toEqual(['2025-12', '2025-11']);
  expect(lastDayOf('2024-02')).toBe('2024-02-29');
  expect(['2026-13', '2026-1', 'soon', '0000-01'].map(lastDayOf)).toEqual([null, null, null, null]);
});
