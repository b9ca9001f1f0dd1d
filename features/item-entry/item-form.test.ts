import { describe, expect, it } from 'vitest';
import { itemContent } from '#lib/contract/agent/content';
import { groupsOf } from './case-fields.ts';
import { returnedPapers, withPaper } from './fields/paper-rows.ts';
import {
  completeNumber,
  contentOf,
  fittingNumbers,
  formErrors,
  formOf,
  type ItemForm,
  keptTaxIds,
  newForm,
  nextItemForm,
  restOf,
  takesCertificates,
  takesLines,
} from './item-form.ts';
import { formatTime, instantOf, readTime, receivedIn, zoneName } from './received-time.ts';

const zone = 'America/New_York';
const fresh = newForm({ now: new Date('2026-11-20T15:15:30Z'), zone, account: 'S-1' });

const transfer = (values: Record<string, string> = {}): ItemForm => ({
  ...fresh,
  issuer: '1001',
  values: { ...fresh.values, kind: 'Transfer', caseCode: 'Gift', 'presentor.name': 'Meridian', ...values },
  certificates: [{ id: 'c', values: { number: 'BE-3780' } }],
  lines: [{ ...fresh.lines[0]!, values: { mode: 'known', account: 'ADA QUILL', accountId: '100012' } }],
});

describe('time of receipt', () => {
  it('is read as clerks type it', () => {
    expect(['10:15', '1015', '10:15 AM', '2p', '2:05pm', '12a', '0'].map(readTime)).toEqual([
      '10:15',
      '10:15',
      '10:15',
      '14:00',
      '14:05',
      '00:00',
      '00:00',
    ]);
    expect(['25:00', '10:61', '13p', 'noon', ''].map(readTime)).toEqual([null, null, null, null, null]);
    expect([formatTime('00:05'), formatTime('14:05')]).toEqual(['12:05 AM', '2:05 PM']);
  });

  it('has the offset of its day in the zone', () => {
    expect(instantOf('2026-11-20', '10:15', zone)).toBe('2026-11-20T10:15:00-05:00');
    expect(instantOf('2026-07-01', '10:15', zone)).toBe('2026-07-01T10:15:00-04:00');
    expect(instantOf('2026-07-01', '', zone)).toBe('2026-07-01');
    expect(receivedIn(zone, '2026-07-01T03:15:00Z')).toEqual({ date: '2026-06-30', time: '23:15' });
    expect([zoneName(zone, '2026-11-20'), zoneName(zone, '2026-07-01')]).toEqual(['EST', 'EDT']);
    expect(fresh.values).toMatchObject({ receivedDate: '2026-11-20', receivedTime: '10:15 AM' });
  });
});

describe('certificates and shares', () => {
  it('a number is completed where one certificate fits', () => {
    const known = ['BE-3780', 'CS-3780', 'BE-12'];
    expect(['be-3780', 'be3780', '12', '3780', '99'].map((text) => completeNumber(text, known))).toEqual([
      'BE-3780',
      'BE-3780',
      'BE-12',
      '3780',
      '99',
    ]);
  });

  it('a number that several certificates have is not guessed', () => {
    const known = ['BE-863', 'CS-863', 'BE-12'];
    expect(fittingNumbers('863', known)).toEqual(['BE-863', 'CS-863']);
    expect(fittingNumbers('cs863', known)).toEqual(['CS-863']);
  });

  it('the rest is what the other lines leave, to the share', () => {
    const line = (shares: string) => ({ id: shares, values: { shares } });
    expect(restOf(9_007_199_254_740_993n, [line('1'), line('')])).toBe(9_007_199_254_740_992n);
    expect(restOf(100n, [line('60'), line('60')])).toBe(-20n);
    expect([restOf(null, []), restOf(100n, [line('x')])]).toEqual([null, null]);
  });
});

describe('content', () => {
  it('of a one-to-one transfer takes all shares', () => {
    const content = contentOf(transfer(), zone);
    expect(itemContent.parse(content)).toMatchObject({
      kind: 'Transfer',
      caseCode: 'Gift',
      receivedAt: '2026-11-20T10:15:00-05:00',
      channel: 'Mail',
      presentor: { name: 'Meridian' },
      certificates: [{ prefixAndCertificateNumber: 'BE-3780' }],
      lines: [{ systemShareholderId: 100012 }],
    });
  });

  it('leaves out what is not usable yet, what the kind does not use, and hidden facts', () => {
    const form = transfer({
      pricePerShare: 'x',
      chargeAmount: '$1,200.50',
      'facts.dateOfDeath': '2026-01-02',
    });
    const content = contentOf(form, zone)!;
    expect(content).not.toHaveProperty('pricePerShare');
    expect(content).not.toHaveProperty('facts');
    expect(content.chargeAmount).toBe('1200.50');
    const hold = contentOf({ ...form, values: { ...form.values, kind: 'AddressHold', caseCode: '' } }, zone)!;
    expect(Object.keys(itemContent.parse(hold)).filter((name) => name === 'caseCode')).toEqual([]);
    expect(hold).not.toHaveProperty('certificates');
    expect(contentOf(transfer({ receivedTime: 'x' }), zone)).toBeNull();
    expect(contentOf(fresh, zone)).toBeNull();
  });

  it('comes back as it was, with what the form does not show', () => {
    const given = {
      kind: 'Transfer',
      caseCode: 'Gift',
      receivedAt: '2026-11-20T10:15:00-05:00',
      channel: 'Courier',
      presentor: { name: 'Meridian', reference: 'MC-1' },
      certificates: [{ prefixAndCertificateNumber: 'BE-3780', isPaperHere: true }],
      lines: [
        { systemShareholderId: 100012, shares: 100n, restrictionCode: 'R' },
        { systemShareholderId: 100013 },
      ],
      guarantees: [{ signer: 'Ada Quill', prefix: 'F' }],
      documents: [
        { kind: 'Assignment', state: 'Original', date: '2026-11-18', documentId: 7 },
        { kind: 'IndemnityBond', state: 'Copy', amount: '1200.50' },
        { kind: 'LegalOpinion', state: 'Original', shares: 9_007_199_254_740_993n },
        { kind: 'CourtAppointment', state: 'Original', state2Code: 'NY' },
      ],
      routine: { isRoutine: false, reason: 'The trust is unusual' },
      securityTypeId: 3,
      facts: { signers: 2, dateOfDeath: '2026-01-02' },
      stopIds: [5],
      clearances: [{ obstacle: 'shareMismatch', reason: 'Counted again' }],
      comments: 'Call first',
    };
    const form = formOf(given, { issuer: 1001, zone, account: 'S-1', accountText: (id) => `Name ${id}` });
    expect(form.lines.map(({ values }) => values.account)).toEqual(['Name 100012', 'Name 100013']);
    expect(contentOf(form, zone)).toEqual(given);
    expect(formErrors(form)).toEqual({});
  });

  it('a correction may reverse only, and names no certificates to present; a retirement issues nothing', () => {
    const of = (kind: string, more: Record<string, string> = {}) =>
      contentOf(transfer({ kind, caseCode: '', ...more }), zone)!;
    const correction = of('Correction', { correctsControlTransactionId: '77' });
    expect(correction).toMatchObject({ kind: 'Correction', correctsControlTransactionId: 77 });
    expect([correction.caseCode, correction.certificates, correction.lines]).toEqual([
      undefined,
      [],
      undefined,
    ]);
    const replaced = transfer({ kind: 'Correction', caseCode: 'Gift' });
    expect(contentOf(replaced, zone)!.lines).toHaveLength(1);
    const reversal = transfer({ kind: 'Correction', caseCode: '' });
    expect([takesLines(replaced), takesLines(reversal)]).toEqual([true, false]);
    expect(of('Retirement').lines).toBeUndefined();
    expect(of('Issuance', { purpose: 'Stock award' }).certificates).toBeUndefined();
    expect(of('Issuance', { purpose: 'Treasury re-issue' }).certificates).toHaveLength(1);
  });

  it('an issuance that an API client instructed keeps its instruction and names no certificates', () => {
    const instruction = { certificates: 2, shares: 1500, notBefore: '2026-11-20', sha256: 'f0' };
    const given = { kind: 'Issuance', receivedAt: '2026-11-20T15:15:00.000Z', channel: 'Api', instruction };
    const form = formOf(given, { issuer: 1001, zone, account: 'S-1' });
    expect([takesLines(form), takesCertificates(form)]).toEqual([false, false]);
    expect(contentOf(form, zone)).toMatchObject({ instruction });
    expect(contentOf(form, zone)).not.toHaveProperty('lines');
    const other = { ...form, values: { ...form.values, purpose: 'Treasury re-issue' } };
    expect(contentOf(other, zone)).not.toHaveProperty('certificates');
  });

  it('a correction says which papers are here and which stops go on, also when it is changed', () => {
    const form: ItemForm = {
      ...transfer({ kind: 'Correction', caseCode: '', correctsControlTransactionId: '77', stopIds: '5, 9' }),
      certificates: withPaper([{ id: 'c', values: { number: 'BE-3780' } }], 'CS-12', true),
      lines: fresh.lines,
    };
    const content = contentOf(form, zone)!;
    expect(itemContent.parse(content)).toMatchObject({
      certificates: [{ prefixAndCertificateNumber: 'CS-12', isPaperHere: true }],
      stopIds: [5, 9],
    });
    const again = contentOf(formOf(content, { issuer: 1001, zone, account: 'S-1' }), zone);
    expect(again).toMatchObject({ certificates: content.certificates, stopIds: [5, 9] });
    expect(
      contentOf({ ...form, certificates: withPaper(form.certificates, 'CS-12', false) }, zone),
    ).toMatchObject({ certificates: [] });
  });

  it('the papers of a correction are those of the check, and those that the item says are here', () => {
    const one = (prefixAndCertificateNumber: string, certificateType: string) => ({
      ...{ prefixAndCertificateNumber, certificateType },
    });
    const effect = { certificatesCanceled: [one('CS-12', 'Certificate'), one('BE-13', 'BookEntry')] };
    const form = { ...fresh, certificates: withPaper([], 'CS-11', true) };
    expect(returnedPapers(form, { effect } as never)).toEqual(['CS-12', 'CS-11']);
    expect(returnedPapers(form, undefined)).toEqual(['CS-11']);
  });

  it('text that names no account or stop of the list is not dropped without a word', () => {
    const hold = { kind: 'AddressHold', caseCode: '', 'systemShareholderId.text': '00100521' };
    expect(formErrors(transfer(hold))).toEqual({
      systemShareholderId: 'Choose an account of the list.',
    });
    expect(formErrors(transfer({ ...hold, systemShareholderId: '100012' }))).toEqual({});
    const release = { kind: 'StopRelease', caseCode: '', stopIds: '5', 'stopIds.text': 'BE-37' };
    expect(formErrors(transfer(release))).toEqual({ stopIds: 'Choose a stop of the list.' });
  });

  it('a correction counts from the day of what it corrects unless it names another', () => {
    const hintOf = (kind: 'Correction' | 'Retirement') =>
      groupsOf(kind, '')
        .flatMap(({ fields }) => fields)
        .find(({ path }) => path === 'effectiveDate')?.hint;
    expect([hintOf('Correction'), hintOf('Retirement')]).toEqual([
      'Empty: the day of the transaction to correct.',
      'Empty: the day of posting.',
    ]);
  });

  it('a part that was begun is not dropped without a word', () => {
    const search = { kind: 'LostSearch', caseCode: '', 'search.service': 'Locators' };
    expect(contentOf(transfer(search), zone)).not.toHaveProperty('search');
    expect(Object.keys(formErrors(transfer(search)))).toEqual(
      ['number', 'searchedOn', 'by', 'terms', 'result'].map((part) => `search.${part}`),
    );
    expect(Object.keys(formErrors(transfer({ 'routine.reason': 'Usual' })))).toEqual(['routine.isRoutine']);
    expect(
      Object.keys(formErrors(transfer({ 'presentor.name': '', 'presentor.email': 'a@b.example' }))),
    ).toEqual(['presentor.name']);
  });

  it('a tax ID that is shown masked stays as it is on file until another one is typed', () => {
    const registration = {
      customerShareholderId: 'S-2',
      name: 'ADA QUILL',
      sortName: 'QUILL, ADA',
      primaryTaxId: '*****0123',
      primaryTaxIdType: 'SSN',
      primaryAddress: {
        address1: '1 Elm',
        city: 'Albany',
        state: 'NY',
        postalCode: '12207',
        country2Code: 'US',
      },
    };
    const form = formOf(
      {
        ...{ kind: 'Transfer', caseCode: 'Withdrawal', receivedAt: '2026-11-20', channel: 'Mail' },
        lines: [{ systemShareholderId: 5 }, { shareholder: registration }],
        depository: { service: 'DRS', taxId: '*****0125' },
      },
      { issuer: 1001, zone, account: 'S-1' },
    );
    expect(keptTaxIds(form)).toEqual(['depository.taxId', 'lines[1].shareholder.primaryTaxId']);
    const content = contentOf(form, zone) as { lines: { shareholder?: { primaryTaxId: string | null } }[] };
    expect(content.lines[1]?.shareholder?.primaryTaxId).toBeNull();
    expect(formErrors(form)).toEqual({});
    expect(keptTaxIds({ ...form, values: { ...form.values, 'depository.taxId': '912450125' } })).toEqual([
      'lines[1].shareholder.primaryTaxId',
    ]);
  });

  it('a reason clears an obstacle, and an empty one does not', () => {
    const form = {
      ...transfer(),
      clearances: { enteredLate: ' Sent to another office ', duplicateItem: ' ' },
    };
    expect(contentOf(form, zone)!.clearances).toEqual([
      { obstacle: 'enteredLate', reason: 'Sent to another office' },
    ]);
  });

  it('needs only what logging needs', () => {
    expect(Object.keys(formErrors(fresh))).toEqual(['customerIssuerId', 'kind']);
    const wrong = transfer({ receivedTime: '25', chargeAmount: 'much' });
    expect(Object.keys(formErrors(wrong))).toEqual(['receivedTime', 'chargeAmount']);
  });

  it('the next one keeps issuer, case, presentor and channel', () => {
    const next = nextItemForm(
      transfer({ channel: 'Courier', 'presentor.reference': 'MC-1', comments: 'x' }),
      fresh,
    );
    expect(next).toMatchObject({
      issuer: '1001',
      certificates: [],
      values: { caseCode: 'Gift', channel: 'Courier' },
    });
    expect(next.values['presentor.name']).toBe('Meridian');
    expect([next.values['presentor.reference'], next.values.comments]).toEqual([undefined, undefined]);
  });
});
