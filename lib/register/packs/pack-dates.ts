import { brokerSearchDate, brokerSearchDays } from '#lib/format/broker-search';
import { addDays, type CalendarDate, daysBetween } from '#lib/format/dates';

/** A day or a period that follows from the dates of an event, and the rule it follows from. */
export type PackDate = { label: string; from: CalendarDate; to: CalendarDate | null; note: string };

const [recordMin, recordMax] = [10, 60];

/** The days of a meeting, from its record date and its own day, where that is known. */
export function meetingDates(record: CalendarDate, meeting: CalendarDate | null): PackDate[] {
  const day = (label: string, from: CalendarDate, note = ''): PackDate => ({ label, from, to: null, note });
  const between = meeting ? daysBetween(record, meeting) : 0;
  const isWithin = between >= recordMin && between <= recordMax;
  return [
    day('Record date', record, 'Close of business'),
    day(
      'Broker search, last day',
      brokerSearchDate(record),
      `${brokerSearchDays} business days before the record date, federal holidays left out (Rule 14a-13). Brokers answer within seven business days.`,
    ),
    day(
      'Broker search, staff position',
      addDays(record, -10),
      'Ten calendar days before the record date. Since January 23, 2026 the staff of the SEC accepts less than 20 business days where timely delivery is expected.',
    ),
    day('Omnibus proxy and position report', addDays(record, 1), 'The day after the record date'),
    ...(meeting
      ? [
          day(
            'Meeting',
            meeting,
            `${between} days after the record date; ${isWithin ? 'within' : 'not within'} ${recordMin} to ${recordMax} days (Delaware section 213)`,
          ),
          {
            label: 'Notice of the meeting',
            from: addDays(meeting, -recordMax),
            to: addDays(meeting, -recordMin),
            note: '10 to 60 days before the meeting (Delaware section 222)',
          },
          day('Internet notice, last day', addDays(meeting, -40), '40 days before the meeting (Rule 14a-16)'),
          {
            label: 'Stock list open to holders',
            from: addDays(meeting, -10),
            to: addDays(meeting, -1),
            note: 'Ten days that end the day before the meeting (Delaware section 219)',
          },
        ]
      : []),
  ];
}
