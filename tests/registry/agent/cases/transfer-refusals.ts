import { expect, test } from 'vitest';
import type { Registry } from '#tests/registry/boot';
import { saleContent, someBookEntry } from '../items.ts';
import { papersOf as documents, expectRows, foundIn } from './checked.ts';

/** Transfers with what stands against them, where no other test of items shows it. Nothing is recorded. */
export function transferRefusals(registry: () => Registry): void {
  const query = async (sql: string, ...values: unknown[]) =>
    (await registry().database.pool.query(sql, values)).rows;
  const found = (content: object, issuer = 1008) => foundIn(registry(), issuer, content);
  const rowsOf = (base: object, rows: Parameters<typeof expectRows>[3], issuer = 1008) =>
    expectRows(registry(), issuer, base, rows);
  async function sale(shares = 100) {
    const source = await someBookEntry(registry(), 1008);
    return { source, content: await saleContent(registry(), source, shares) };
  }

  test('a sale: paper, dates, accounts and value', async () => {
    const { source, content } = await sale();
    const [certificate] = content.certificates;
    const [guarantee] = content.guarantees;
    const [nominee] = await query(
      `select a.holder_id::int8 as id from account a join holder h on h.id = a.holder_id
        where a.issuer_id = $1 and h.is_nominee limit 1`,
      source.issuerId,
    );
    const { documents: papers, facts } = content;
    await rowsOf(content, [
      ['nothing', {}, []],
      [
        'other shares on the paper',
        { certificates: [{ ...certificate, sharesOnPaper: source.shares + 1 }] },
        ['shareMismatch certificates[0].sharesOnPaper'],
      ],
      [
        'a guarantee before the assignment',
        { guarantees: [{ ...guarantee, date: '2026-11-17' }] },
        ['guaranteeDate guarantees[0].date'],
      ],
      [
        'no assignment',
        { documents: papers.filter((one) => one.kind !== 'Assignment') },
        ['documentMissing documents'],
      ],
      [
        'a document that is missing',
        { documents: [{ ...papers[0], state: 'Missing' }, papers[1]] },
        ['documentMissing documents'],
      ],
      [
        'a waiver without a name',
        { documents: [{ ...papers[0], state: 'Waived', reason: 'Known' }, papers[1]] },
        ['documentMissing documents'],
      ],
      [
        'a waiver with its author and reason',
        {
          documents: [{ ...papers[0], state: 'Waived', waivedBy: 'Supervisor', reason: 'Known' }, papers[1]],
        },
        [],
      ],
      ['a holder who died', { facts: { ...facts, dateOfDeath: '2026-10-01' } }, ['deceased caseCode']],
      ['effective before receipt', { effectiveDate: '2026-11-18' }, ['staleDated effectiveDate']],
      ['effective on a later day', { effectiveDate: '2026-11-23' }, ['effectiveFuture effectiveDate']],
      [
        'an account that nobody has',
        { lines: [{ systemShareholderId: 999_999_999, shares: 10 }] },
        ['unknownAccount lines[0].systemShareholderId'],
      ],
      ['a line to nobody', { lines: [{ shares: 10 }] }, ['incomplete lines[0]']],
      ['no line', { lines: [] }, ['incomplete lines']],
      ['no certificate', { certificates: [] }, ['incomplete certificates']],
      ['no case', { caseCode: null }, ['incomplete caseCode']],
      [
        "the nominee's account",
        { lines: [{ systemShareholderId: Number(nominee.id), shares: 10 }] },
        ['nomineeRole lines'],
      ],
      [
        'a position without the shares',
        {
          certificates: [],
          sourcePosition: { systemShareholderId: source.holderId, shares: 9_000_000_000 },
        },
        ['insufficientShares sourcePosition.shares'],
      ],
    ]);
  });

  test('a sale of restricted shares needs an opinion of enough shares', async () => {
    const [row] = await query(
      `select i.customer_id::int as issuer, c.prefix || '-' || c.number as number, h.name, c.class_id::int8 as class,
              c.holder_id::int8 as holder, c.issuer_id, c.shares::int, c.form
         from certificate c join issuer i on i.id = c.issuer_id and i.status = 'Active' join holder h on h.id = c.holder_id
        where c.restriction = 'R' and c.canceled_on = '9999-12-31' and h.account_type = 'Individual' and h.name2 = ''
          and not c.is_treasury
          and not exists (select 1 from stop s where s.issuer_id = c.issuer_id and s.certificate_id = c.id)
        order by c.id limit 1`,
    );
    const source = {
      ...{ id: 0, name: row.name, number: row.number, shares: row.shares, holderId: Number(row.holder) },
      ...{ classId: Number(row.class), issuerId: row.issuer_id, form: row.form },
    };
    const content = await saleContent(registry(), source, 10);
    const opinion = (shares: number) => ({ kind: 'LegalOpinion', state: 'Original', shares });
    await rowsOf(
      content,
      [
        ['no opinion', {}, ['restrictedMove certificates']],
        ['half', { documents: [...content.documents, opinion(5)] }, ['opinionScope documents']],
        ['all', { documents: [...content.documents, opinion(10)] }, []],
      ],
      row.issuer,
    );
  });

  test('form, number and class of what is surrendered', async () => {
    const { source, content } = await sale();
    const own = (shares: number, certificateType = 'BookEntry') => ({
      lines: [{ systemShareholderId: source.holderId, shares, certificateType }],
    });
    const home = { ...content, guarantees: [], pricePerShare: null, documents: documents('Instruction') };
    await rowsOf(home, [
      ['paper to book of a book entry', { caseCode: 'PaperToBook', ...own(10) }, ['formUnchanged lines']],
      ['book to paper that stays', { caseCode: 'BookToPaper', ...own(10) }, ['formUnchanged lines']],
      ['book to paper', { caseCode: 'BookToPaper', ...own(source.shares, 'Certificate') }, []],
      ['a split-up into one', { caseCode: 'SplitUp', ...own(source.shares) }, ['countUnchanged lines']],
      ['a split-up into two', { caseCode: 'SplitUp', ...own(10) }, []],
      [
        'a consolidation of one',
        { caseCode: 'Consolidation', ...own(source.shares) },
        ['countUnchanged lines'],
      ],
    ]);
    const [pair] = await query(
      `select i.customer_id::int as issuer, a.prefix || '-' || a.number as one, b.prefix || '-' || b.number as other,
              a.id::int8 as one_id, b.id::int8 as other_id
         from certificate a join certificate b on b.issuer_id = a.issuer_id and b.class_id <> a.class_id
         join issuer i on i.id = a.issuer_id and i.status = 'Active'
        where a.canceled_on = '9999-12-31' and b.canceled_on = '9999-12-31' order by a.id, b.id limit 1`,
    );
    const both = [pair.one_id, pair.other_id].map((id) => ({
      controlCertificateId: Number(id),
      isPaperHere: true,
    }));
    const mixed = { ...content, securityTypeId: null, certificates: both };
    expect(await found(mixed, pair.issuer)).toContain('mixedClass certificates');
  });

  test('a deposit agrees with the instruction of the depository', async () => {
    const { source, content } = await sale();
    const [nominee] = await query(
      `select a.holder_id::int8 as id from account a join holder h on h.id = a.holder_id
        where a.issuer_id = $1 and h.is_nominee limit 1`,
      source.issuerId,
    );
    const [facts] = await query(
      `select h.primary_tax_id as tax, k.cusip from holder h, security_class k where h.id = $1 and k.id = $2`,
      source.holderId,
      source.classId,
    );
    const depository = {
      ...{ service: 'DRS', participantNumber: '9001', reference: 'DR2026112099001', suretyNumber: 'S-1' },
      ...{ cusip: facts.cusip, shares: 40, registration: source.name, taxId: facts.tax },
    };
    const deposit = {
      ...content,
      ...{ caseCode: 'Deposit', guarantees: [], pricePerShare: null, depository },
      lines: [{ systemShareholderId: Number(nominee.id), shares: 40 }],
      documents: documents('ParticipantInstruction'),
    };
    const given = (change: object) => ({ depository: { ...depository, ...change } });
    await rowsOf(deposit, [
      ['all agrees', {}, []],
      ['no instruction', { depository: null }, ['documentMissing depository']],
      [
        'no participant',
        given({ participantNumber: null }),
        ['documentMissing depository.participantNumber'],
      ],
      ['no reference', given({ reference: null }), ['documentMissing depository.reference']],
      ['no surety', given({ suretyNumber: null }), ['documentMissing depository.suretyNumber']],
      ['another CUSIP', given({ cusip: '000000000' }), ['cusipMismatch depository.cusip']],
      ['other shares', given({ shares: 41 }), ['quantityMismatch depository.shares']],
      [
        'another name',
        given({ registration: 'Somebody Else' }),
        ['registrationMismatch depository.registration'],
      ],
      ['another tax ID', given({ taxId: '999-99-9999' }), ['taxIdMismatch depository.taxId']],
      [
        'to an account',
        { lines: content.lines.map((one) => ({ ...one, shares: 40 })) },
        ['nomineeRole lines'],
      ],
      [
        'a withdrawal from an account',
        {
          caseCode: 'Withdrawal',
          ...given({ taxId: '999-99-9999' }),
          lines: content.lines.map((one) => ({ ...one, shares: 40 })),
        },
        [
          'nomineeRole certificates',
          'taxIdMismatch depository.taxId',
          'registrationMismatch depository.registration',
        ],
      ],
    ]);
  });

  test('estates, small estates and custodianships', async () => {
    const { content } = await sale();
    const [guarantee] = content.guarantees;
    const facts = { ...content.facts, dateOfDeath: '2026-09-01', stateOfDomicile: 'CA' };
    const common = content.documents;
    const estate = {
      ...{ ...content, caseCode: 'Estate', facts, guarantees: [{ ...guarantee, capacity: 'Executor' }] },
      documents: [
        ...common,
        { kind: 'CourtAppointment', state: 'Original', date: '2026-11-01' },
        ...documents('DomicileAffidavit', 'TaxWaiver'),
      ],
    };
    await rowsOf(estate, [
      ['all is there', {}, []],
      ['no capacity', { guarantees: [guarantee] }, ['capacityMissing guarantees[0].capacity']],
      [
        'letters without a date',
        { documents: [...common, ...documents('CourtAppointment', 'DomicileAffidavit', 'TaxWaiver')] },
        ['documentMissing documents'],
      ],
      [
        'a state whose waiver is not recorded',
        {
          facts: { ...facts, stateOfDomicile: 'NJ' },
          documents: estate.documents.filter((one) => one.kind !== 'TaxWaiver'),
        },
        ['taxWaiver facts.stateOfDomicile'],
      ],
    ]);
    const affidavit = (amount: string) => ({ kind: 'SmallEstateAffidavit', state: 'Original', amount });
    const small = (amount: string) => ({
      documents: [...common, affidavit(amount), ...documents('DeathCertificate')],
    });
    await rowsOf({ ...content, caseCode: 'SmallEstate', facts, ...small('208850.00') }, [
      ['at the limit', {}, []],
      ['above the limit', small('208850.01'), ['smallEstate documents']],
      ['40 days after', { facts: { ...facts, dateOfDeath: '2026-10-11' } }, []],
      ['39 days after', { facts: { ...facts, dateOfDeath: '2026-10-12' } }, ['smallEstate documents']],
      ['no date of death', { facts: { ...facts, dateOfDeath: null } }, ['smallEstate facts']],
      [
        'a state without a limit',
        { facts: { ...facts, stateOfDomicile: 'VT' } },
        ['smallEstate facts.stateOfDomicile'],
      ],
    ]);
    const minor = { ...content.facts, minorBornOn: '2005-11-20', custodyState: 'NY' };
    const ends = { ...content, caseCode: 'CustodianshipEnds', facts: minor };
    const born = { documents: [...common, ...documents('BirthCertificate')] };
    await rowsOf({ ...ends, ...born }, [
      ['of age today', {}, []],
      ['of age tomorrow', { facts: { ...minor, minorBornOn: '2005-11-21' } }, ['minorAge facts.minorBornOn']],
      ['no date of birth', { facts: { ...minor, minorBornOn: null } }, ['minorAge facts.minorBornOn']],
    ]);
  });

  test('a lost certificate: stop, affidavit and bond', async () => {
    const { source, content } = await sale();
    const own = [{ systemShareholderId: source.holderId, shares: source.shares }];
    const bond = (amount: string) => ({ kind: 'IndemnityBond', state: 'Original', amount });
    const lost = { ...content, caseCode: 'Lost', guarantees: [], lines: own };
    const papers = (amount: string) => ({ documents: [...documents('LossAffidavit'), bond(amount)] });
    const worth = `${source.shares * 10}.00`;
    const less = `${source.shares * 10 - 1}.99`;
    await rowsOf({ ...lost, ...papers(worth) }, [
      ['no stop', {}, ['stopMissing stopIds']],
      ['a bond one cent below', papers(less), ['bondTooLow documents', 'stopMissing stopIds']],
    ]);
    const none = await found({ ...lost, documents: [] });
    expect(none).toEqual(['documentMissing documents', 'documentMissing documents', 'stopMissing stopIds']);
  });

  test('who gets the shares has a tax ID, and mail reaches the owner', async () => {
    const { source, content } = await sale();
    const shareholder = {
      ...{ name: 'Ottoline Fairweather', sortName: 'Fairweather, Ottoline', accountType: 'Individual' },
      ...{ primaryPayeeName: 'Ottoline Fairweather', primaryTaxIdType: 'SSN' },
      primaryAddress: {
        address1: '8 Mill Rd',
        city: 'Albany',
        state: 'NY',
        postalCode: '12207',
        country2Code: 'US',
      },
    };
    const to = (primaryTaxId: string) => ({
      lines: [{ shareholder: { ...shareholder, primaryTaxId }, shares: 10 }],
    });
    const assignment = { documents: content.documents.filter((one) => one.kind === 'Assignment') };
    await rowsOf({ ...content, ...assignment }, [
      ['no number', to(''), ['taxIdMissing lines[0]']],
      ['a number without a form', to('912-45-0321'), ['taxIdUncertified lines[0]']],
    ]);
    const { pool } = registry().database;
    await pool.query(`update holder set bad_address_since = '2026-11-02' where id = $1`, [source.holderId]);
    try {
      expect(await found(content)).toEqual(['badAddress certificates']);
    } finally {
      await pool.query('update holder set bad_address_since = null where id = $1', [source.holderId]);
    }
  });
}
