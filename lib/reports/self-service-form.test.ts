import { describe, expect, test } from 'vitest';
import { endpointOf } from '../contract/index.ts';
import { decodeBody } from '../contract/wire/index.ts';
import { reportTemplates } from './report-templates.ts';
import { getParams, readGetState, readRequest } from './self-service-form.ts';
import { selfServiceReports } from './self-service-reports.ts';

const today = '2026-11-20';
const requested = (text: string) => readRequest(readGetState(new URLSearchParams(text)), today);

describe('completed form', () => {
  test.each(selfServiceReports)('$id makes a request the gateway accepts', ({ id, report }) => {
    const got = requested(`issuer=1004&what=${id}&asof=month-end&period=last-month&holder=H-104`);
    expect(got.problems).toBeNull();
    const endpoint = endpointOf(report);
    if (!endpoint.body) throw new Error('no body');
    expect(decodeBody(endpoint.body, got.input ?? {}, { mode: 'gateway' }, endpoint)).toMatchObject({
      ok: true,
    });
  });
  test('states its date and period', () => {
    expect(requested('issuer=1004&what=holders&asof=month-end').input).toMatchObject({
      cutoff: '2026-10-31',
    });
    expect(requested('issuer=1004&what=holders&asof=2026-03-02').input).toMatchObject({
      cutoff: '2026-03-02',
    });
    expect(requested('issuer=1004&what=holders&asof=pick&day=2026-01-05').input).toMatchObject({
      cutoff: '2026-01-05',
    });
    expect(requested('issuer=1004&what=transactions&period=last-quarter').input).toMatchObject({
      startDate: '2026-07-01',
      endDate: '2026-09-30',
    });
  });
  test('lists default to spreadsheets and statements to PDF; labels are always PDF', () => {
    const kind = (text: string) => requested(`issuer=1004&asof=today&holder=H-1&${text}`).input?.isPDF;
    expect([kind('what=holders'), kind('what=holders&format=pdf')]).toEqual([false, true]);
    expect([kind('what=statement'), kind('what=statement&format=xlsx')]).toEqual([true, false]);
    expect(requested('issuer=1004&asof=today&what=labels&format=xlsx').input).toMatchObject({
      labelType: 'LABEL5160',
    });
  });
  test('reports every missing or invalid value', () => {
    expect(requested('').problems).toEqual(['issuer', 'what']);
    expect(requested('issuer=1004x&what=holders&asof=pick').problems).toEqual(['issuer', 'day']);
    expect(requested('issuer=1004&what=holders&asof=2026-11-21').problems).toEqual(['day']);
    expect(requested('issuer=1004&what=holders&asof=pick&day=2026-02-30').problems).toEqual(['day']);
    expect(
      requested('issuer=1004&what=transactions&period=pick&from=2026-02-01&to=2026-01-01').problems,
    ).toEqual(['period']);
    expect(requested('issuer=1004&what=statement&asof=today&holder=beverly').problems).toEqual(['holder']);
    expect(requested('issuer=1004&what=labels&asof=today&sheet=LABEL1').problems).toEqual(['sheet']);
  });
});

test('input is restored from the URL unchanged', () => {
  const text = 'issuer=1004&what=statement&asof=pick&day=2026-02-30&holder=b%26b&format=pdf';
  const state = readGetState(new URLSearchParams(text));
  expect(new URLSearchParams(getParams(state)).toString()).toBe(text);
});

test('every report template needs only the issuer', () => {
  for (const { state } of reportTemplates) {
    // The day of a meeting list is the record date of the meeting that is chosen.
    const day = state.what === 'meeting' ? { asof: '2026-10-30' } : {};
    const params = new URLSearchParams({ ...state, ...day, issuer: '1004' });
    expect(readRequest(readGetState(params), today).problems).toBeNull();
  }
});
