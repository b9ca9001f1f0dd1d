import { describe, expect, test } from 'vitest';
import type { ItemContentInput } from '#lib/contract/agent/content';
import { type PaperFacts, paperDefaults } from './facts.ts';
import { signersOf } from './papers/signatures.ts';
import { paperObstacles } from './papers.ts';
import { accountFor, obstaclesOf, papersFor } from './papers-for-tests.ts';

type Given = [Partial<ItemContentInput>, Partial<PaperFacts>?];

const open = (...given: Given) => obstaclesOf(papersFor(...given));
const codes = (...given: Given) => paperObstacles(papersFor(...given)).map(({ code }) => code);
const joint = accountFor({
  registration: ['ALICE MILLER &', 'CARL MILLER JT TEN'],
  accountType: 'JointTenant',
});
const original = { state: 'Original' } as const;
const assignment = { kind: 'Assignment', ...original } as const;

test('a complete sale has no obstacle', () => {
  expect(open({})).toEqual([]);
});

test('obstacles name their field, effect and rejection reasons', () => {
  expect(paperObstacles(papersFor({ guarantees: [] }))).toEqual([
    {
      code: 'guaranteeMissing',
      effect: 'Holds',
      field: 'guarantees',
      message: 'No signature guarantee for ALICE MILLER.',
      rejectionReasons: ['M01'],
      isCleared: false,
      byReason: true,
    },
  ]);
});

test('worst first, cleared last', () => {
  const found = paperObstacles(
    papersFor(
      {
        guarantees: [],
        clearances: [{ obstacle: 'guaranteeMissing', reason: 'Known to us' }],
        documents: [{ kind: 'Assignment', state: 'Waived', waivedBy: 'a@example.org', reason: 'On file' }],
        effectiveDate: '2026-11-10',
      },
      { price: null },
    ),
  );
  expect(found.map(({ effect, isCleared }) => `${effect}${isCleared ? ' cleared' : ''}`)).toEqual([
    'Refuses',
    'Holds',
    'Warns',
    'Warns',
    'Holds cleared',
  ]);
});

describe('documents', () => {
  test('missing, waived, and waived without a reason', () => {
    const text =
      'documentMissing: Missing: an assignment, stock power or letter of instruction signed by all owners.';
    const waived = { kind: 'Assignment', state: 'Waived', waivedBy: 'a@example.org' } as const;
    expect(open({ documents: [] })).toEqual([text]);
    expect(open({ documents: [{ kind: 'Assignment', state: 'Missing' }] })).toEqual([text]);
    expect(open({ documents: [waived] })).toEqual([text]);
    expect(open({ documents: [{ ...waived, reason: ' ' }] })).toEqual([text]);
    expect(open({ documents: [{ ...waived, reason: 'Letter on file' }] })).toEqual([`${text} (cleared)`]);
    expect(open({ documents: [{ kind: 'Instruction', state: 'Copy' }] })).toEqual([]);
  });

  test('an entity shows its authority, or its capacity is guaranteed', () => {
    const entity = { transferors: [accountFor({ accountType: 'Corporation', registration: ['ACME INC'] })] };
    const guarantee = { signer: 'Alice Miller', prefix: 'F' };
    const text = 'documentMissing: Missing: a certified resolution, or a guarantee that states the capacity.';
    expect(open({}, entity)).toEqual([text]);
    expect(open({ documents: [assignment, { kind: 'CertifiedResolution', ...original }] }, entity)).toEqual(
      [],
    );
    expect(open({ guarantees: [{ ...guarantee, capacity: 'President' }] }, entity)).toEqual([]);
    expect(open({ facts: { isEntity: false } }, entity)).toEqual([]);
    expect(open({ facts: { isEntity: true } })).toEqual([text]);
  });

  test('certificates on paper are handed in; book entries are not', () => {
    const certificates = [{ controlCertificateId: 11 }];
    expect(open({ certificates })).toEqual(['documentMissing: Missing: the paper of BE-20.']);
    expect(open({ certificates }, { certificates: [{ name: 'BE-20', isPaper: false }] })).toEqual([]);
  });

  test('a gift asks for the basis, unless lots are given', () => {
    const text = "documentMissing: Missing: the donor's basis and date of acquisition.";
    expect(open({ caseCode: 'Gift' })).toEqual([text]);
    const TaxLots = [{ acquisitionDate: '2020-01-15', shares: 1000 }];
    expect(open({ caseCode: 'Gift', lines: [{ systemShareholderId: 2, shares: 1000, TaxLots }] })).toEqual(
      [],
    );
  });

  test('a new name asks for proof, or for a guarantee of both names', () => {
    const name = { caseCode: 'NameChange' } as const;
    const facts = { transferees: [accountFor({ registration: ['ALICE STONE'] })] };
    expect(codes(name, facts)).toEqual(['documentMissing']);
    const guarantees = [
      { signer: 'Alice Miller', prefix: 'F' },
      { signer: 'Alice Stone', prefix: 'F' },
    ];
    expect(codes({ ...name, guarantees }, facts)).toEqual([]);
    expect(
      codes({ ...name, documents: [assignment, { kind: 'NameChangeProof', ...original }] }, facts),
    ).toEqual([]);
  });

  test('a successor trustee shows the appointment; a named one does not', () => {
    const trust = {
      transferors: [
        accountFor({
          registration: ['ALICE MILLER TR', 'MILLER FAMILY TRUST', 'UA DTD 03/04/2001'],
          accountType: 'Trust',
        }),
      ],
    };
    expect(codes({ caseCode: 'FromTrust' }, trust)).toEqual([]);
    const guarantees = [{ signer: 'Dora Lane', prefix: 'F' }];
    expect(open({ caseCode: 'FromTrust', guarantees }, trust)).toEqual([
      "documentMissing: Missing: the successor's appointment, or the pages of the will or trust.",
    ]);
  });

  test('a transfer to a trust needs a registration of one, or its pages', () => {
    expect(codes({ caseCode: 'ToTrust' })).toEqual(['documentMissing']);
    expect(codes({ caseCode: 'ToTrust' }, { transferees: [accountFor({ accountType: 'Trust' })] })).toEqual(
      [],
    );
    const documents = [assignment, { kind: 'TrustPages', ...original } as const];
    expect(codes({ caseCode: 'ToTrust', documents })).toEqual([]);
  });

  test('a retirement asks for the authority and the paper', () => {
    const given = { kind: 'Retirement' as const, caseCode: null, lines: [], certificates: [{}] };
    expect(open(given)).toEqual([
      "documentMissing: Missing: the issuer's resolution or instruction.",
      'documentMissing: Missing: the paper of BE-20.',
    ]);
    const authority = { text: 'Board resolution of 2026-11-02' };
    expect(open({ ...given, authority, certificates: [{ isPaperHere: true }] })).toEqual([]);
  });
});

describe('signature guarantees', () => {
  test('prefix F covers $100,000.00 and not a cent more', () => {
    const worth = (perShare: string) => codes({}, { price: { perShare, day: '2026-11-19' } });
    expect(worth('100.00')).toEqual([]);
    expect(worth('100.01')).toEqual(['guaranteeTooLow']);
    expect(open({}, { price: { perShare: '150', day: '2026-11-19' } })).toEqual([
      'guaranteeTooLow: Prefix F covers $100,000.00; the shares are worth $150,000.00 on Nov 19, 2026.',
    ]);
  });

  test('an entered price takes the place of the registered one', () => {
    expect(open({ pricePerShare: '100.000001' })).toEqual([
      'guaranteeTooLow: Prefix F covers $100,000.00; the shares are worth $100,000.001 on Nov 20, 2026.',
    ]);
  });

  test('without a price it warns, and no limit is compared', () => {
    expect(open({}, { price: null })).toEqual([
      'priceMissing: No price of Common Stock by Nov 20, 2026; enter the value.',
    ]);
    expect(open({ pricePerShare: '1' }, { price: null })).toEqual([]);
  });

  test('the owners sign; for an estate or a survivor the register does not say who', () => {
    expect(signersOf(papersFor({}))).toEqual(['ALICE MILLER']);
    expect(signersOf(papersFor({ caseCode: 'Estate' }))).toEqual([]);
    expect(signersOf(papersFor({ caseCode: 'Survivor' }))).toEqual([]);
  });

  test('before a class is known nothing is said of its price', () => {
    expect(open({}, { price: null, className: '' })).toEqual([]);
  });

  test('a reason waives a guarantee of few shares only', () => {
    const byReason = (pricePerShare: string) =>
      paperObstacles(papersFor({ guarantees: [], pricePerShare })).map((one) => one.byReason);
    expect(byReason('10.00')).toEqual([true]);
    expect(byReason('10.01')).toEqual([false]);
  });

  test('a waiver without a value is refused', () => {
    const clearances = [{ obstacle: 'guaranteeMissing', reason: 'Small holding' }];
    const documents = [assignment, { kind: 'Identity', ...original } as const];
    const waiver = { guarantees: [], documents, clearances, chargeAmount: '50.00' };
    expect(open(waiver, { price: null })).toEqual([
      'waiverUnavailable: The signature guarantee cannot be waived: the value of the shares is not known.',
      'guaranteeMissing: No signature guarantee for ALICE MILLER.',
      'priceMissing: No price of Common Stock by Nov 20, 2026; enter the value.',
    ]);
    expect(open(waiver)).toEqual(['guaranteeMissing: No signature guarantee for ALICE MILLER. (cleared)']);
    expect(open({ ...waiver, pricePerShare: '10.01' })[0]).toBe(
      'waiverUnavailable: The signature guarantee cannot be waived: the shares are worth $10,010.00, the limit is $10,000.00.',
    );
    expect(open({ ...waiver, documents: [assignment], chargeAmount: null })[0]).toBe(
      'waiverUnavailable: The signature guarantee cannot be waived: photo identity is missing; the charge of $50.00 is not entered.',
    );
  });

  test('limit and charge of a waiver are settings', () => {
    const settings = { ...paperDefaults, waiver: { valueMax: '500', charge: '0' } };
    const given = {
      guarantees: [],
      documents: [assignment, { kind: 'Identity', ...original } as const],
      clearances: [{ obstacle: 'guaranteeMissing', reason: 'Small holding' }],
    };
    expect(codes(given, { settings })).toContain('waiverUnavailable');
    expect(codes({ ...given, pricePerShare: '0.5' }, { settings })).toEqual(['guaranteeMissing']);
  });

  test('a guarantee older than the assignment', () => {
    expect(open({ guarantees: [{ signer: 'Alice Miller', prefix: 'F', date: '2026-11-16' }] })).toEqual([
      'guaranteeDate: The guarantee of Nov 16, 2026 is older than the assignment of Nov 17, 2026.',
    ]);
    expect(codes({ facts: { assignmentDate: '2026-11-18' } })).toEqual(['guaranteeDate']);
  });

  test('a signer without a stamp', () => {
    expect(open({ guarantees: [{ signer: 'Alice Miller' }] })).toEqual([
      'guaranteeMissing: No signature guarantee for Alice Miller.',
    ]);
  });

  test('one of two owners signed', () => {
    const text = 'ownersMissing: 1 of 2 owners signed.';
    expect(open({}, { transferors: [joint] })).toEqual([text]);
    const clearances = [{ obstacle: 'ownersMissing', reason: 'The second line is a continuation.' }];
    expect(open({ clearances }, { transferors: [joint] })).toEqual([`${text} (cleared)`]);
  });

  test('both signed, one is guaranteed; nobody signed yet', () => {
    expect(open({ facts: { signers: 2 } }, { transferors: [joint] })).toEqual([
      'guaranteeMissing: No signature guarantee for CARL MILLER.',
    ]);
    expect(open({ guarantees: [] }, { transferors: [joint] })).toEqual([
      'guaranteeMissing: No signature guarantee for ALICE MILLER.',
      'guaranteeMissing: No signature guarantee for CARL MILLER.',
    ]);
  });

  test('of two owners the survivor signs alone', () => {
    const documents = [assignment, { kind: 'DeathCertificate', ...original } as const];
    const facts = { dateOfDeath: '2026-09-01', stateOfDomicile: 'CA' };
    expect(codes({ caseCode: 'Survivor', documents, facts }, { transferors: [joint] })).toEqual([]);
  });

  test('the same holder asks for no guarantee', () => {
    const documents = [{ kind: 'Instruction', ...original } as const];
    for (const caseCode of ['PaperToBook', 'SplitUp', 'Consolidation'] as const) {
      expect(codes({ caseCode, documents, guarantees: [] }, { price: null })).toEqual([]);
    }
  });
});

describe('estates and custodianships', () => {
  const letters = (date: string | null, state2Code?: string) => ({
    caseCode: 'Estate' as const,
    documents: [
      assignment,
      { kind: 'CourtAppointment', ...original, date, state2Code } as const,
      { kind: 'DomicileAffidavit', ...original } as const,
    ],
    guarantees: [{ signer: 'Erin Miller', prefix: 'F', capacity: 'Executor' }],
    facts: { dateOfDeath: '2026-06-01', stateOfDomicile: 'CA' },
  });

  test('letters are 60 days old at most, in New York six months', () => {
    expect(open(letters('2026-09-21'))).toEqual([]);
    expect(open(letters('2026-09-20'))).toEqual([
      'appointmentStale: The court certificate of Sep 20, 2026 is older than 60 days.',
    ]);
    expect(open(letters('2026-05-20', 'NY'))).toEqual([]);
    expect(open(letters('2026-05-19', 'NY'))).toEqual([
      'appointmentStale: The court certificate of May 19, 2026 is older than 6 months.',
    ]);
  });

  test('letters without a date', () => {
    expect(open(letters(null))).toEqual(['documentMissing: Missing: the date of the court certificate.']);
  });

  test('the executor signs in capacity', () => {
    const guarantees = [{ signer: 'Erin Miller', prefix: 'F' }];
    expect(open({ ...letters('2026-11-01'), guarantees })).toEqual([
      'capacityMissing: The guarantee of Erin Miller states no capacity.',
    ]);
  });

  test('a tax waiver of a state whose rule is not recorded', () => {
    const given = letters('2026-11-01');
    const text = 'taxWaiver: It is not recorded whether Pennsylvania asks for a tax waiver.';
    const facts = { ...given.facts, stateOfDomicile: 'PA' };
    expect(open({ ...given, facts })).toEqual([text]);
    const documents = [...given.documents, { kind: 'TaxWaiver', ...original } as const];
    expect(open({ ...given, documents, facts })).toEqual([`${text} (cleared)`]);
  });

  const small = (dateOfDeath: string, amount: string | null, stateOfDomicile = 'CA') => ({
    caseCode: 'SmallEstate' as const,
    documents: [
      assignment,
      { kind: 'SmallEstateAffidavit', ...original, amount } as const,
      { kind: 'DeathCertificate', ...original } as const,
    ],
    facts: { dateOfDeath, stateOfDomicile },
  });

  test('a small estate: limit and wait', () => {
    expect(open(small('2025-03-31', '184500.00'))).toEqual([]);
    expect(open(small('2025-03-31', '184500.01'))).toEqual([
      'smallEstate: California: at most $184,500.00, and at least 40 days after the death; here $184,500.01 and 599 days.',
    ]);
    expect(codes(small('2026-10-11', '208850'))).toEqual([]);
    expect(open(small('2026-10-12', '208850'))).toEqual([
      'smallEstate: California: at most $208,850.00, and at least 40 days after the death; here $208,850.00 and 39 days.',
    ]);
  });

  test('without an amount the value of the shares counts', () => {
    expect(codes(small('2026-06-01', null))).toEqual([]);
    expect(codes({ ...small('2026-06-01', null), pricePerShare: '208.9' })).toEqual([
      'guaranteeTooLow',
      'smallEstate',
    ]);
  });

  test('a state without data says so; a reason clears it', () => {
    const text =
      'smallEstate: The limit for small estates of Ohio is not recorded. Check it and enter the result as a reason.';
    expect(open(small('2026-06-01', '1000', 'OH'))).toEqual([text]);
    const clearances = [{ obstacle: 'smallEstate', reason: 'Limit $35,000, checked today.' }];
    expect(open({ ...small('2026-06-01', '1000', 'OH'), clearances })).toEqual([`${text} (cleared)`]);
    // The reason does not clear a limit that is recorded.
    expect(open({ ...small('2026-06-01', '900000'), clearances })[0]).not.toMatch(/cleared/);
    expect(open({ ...small('2026-06-01', '1000'), facts: { stateOfDomicile: 'CA' } })).toEqual([
      'smallEstate: The limit for small estates cannot be checked: the date of death is not entered.',
    ]);
  });

  test('a holder who died needs another case', () => {
    const transferors = [accountFor({ diedOn: '2026-08-02' })];
    const text = 'deceased: ALICE MILLER died on Aug 2, 2026; use an estate, survivor or beneficiary case.';
    expect(open({}, { transferors })).toEqual([text]);
    expect(open({ facts: { dateOfDeath: '2026-08-02' } })).toEqual([text]);
    expect(codes(letters('2026-11-01'), { transferors })).toEqual([]);
  });

  const minor = (minorBornOn: string | null, custodyState: string, capacity?: string) => ({
    caseCode: 'CustodianshipEnds' as const,
    documents: [assignment, { kind: 'BirthCertificate', ...original } as const],
    guarantees: [{ signer: 'Alice Miller', prefix: 'F', capacity }],
    facts: { minorBornOn, custodyState },
  });

  test('the minor has come of age by the state', () => {
    expect(open(minor('2005-11-20', 'NY'))).toEqual([]);
    expect(open(minor('2005-11-21', 'NY'))).toEqual([
      'minorAge: BERT NOVAK is 20; in New York the custodianship ends at 21.',
    ]);
    expect(open(minor('2008-11-20', 'CA'))).toEqual([]);
    expect(open(minor('2008-11-21', 'CA', 'Custodian'))).toEqual([
      'minorAge: BERT NOVAK is 17; in California the custodianship ends at 18. (cleared)',
    ]);
  });

  test('an age that is not recorded is marked as assumed', () => {
    expect(open(minor('2005-11-21', 'OH'))).toEqual([
      'minorAge: BERT NOVAK is 20; the custodianship is assumed to end at 21, because the age in Ohio is not recorded.',
    ]);
    expect(open(minor(null, 'OH'))).toEqual(['minorAge: The date of birth of BERT NOVAK is not entered.']);
  });

  test('the custodian endorses in place of a birth certificate', () => {
    const given = minor('2000-01-01', 'NY');
    expect(codes({ ...given, documents: [assignment] })).toEqual(['documentMissing']);
    expect(codes({ ...minor('2000-01-01', 'NY', 'CUST'), documents: [assignment] })).toEqual([]);
  });
});

describe('legends, bonds and the depository', () => {
  const removal = (shares: number | null) => ({
    caseCode: 'LegendRemoval' as const,
    documents: [
      { kind: 'LegalOpinion', ...original, shares } as const,
      { kind: 'SellerLetter', ...original } as const,
    ],
    guarantees: [],
  });
  const later = { today: '2026-11-27', restrictions: ['R'] };

  test('an opinion for half of the shares', () => {
    expect(open(removal(500), later)).toEqual([
      'opinionScope: The opinion covers 500 shares; 1,000 are presented.',
    ]);
    expect(open(removal(1000), later)).toEqual([]);
    expect(open(removal(null), later)).toEqual([]);
  });

  test('the issuer may answer for three business days', () => {
    expect(open(removal(1000), { ...later, today: '2026-11-25' })).toEqual([
      'issuerWindow: The issuer may answer until Nov 25, 2026.',
    ]);
    expect(open(removal(1000), { ...later, today: '2026-11-26' })).toEqual([]);
    const documents = [...removal(1000).documents, { kind: 'IssuerLetter', ...original } as const];
    expect(open({ ...removal(1000), documents }, { ...later, today: '2026-11-25' })).toEqual([]);
  });

  test("the issuer's direction is enough for a non-affiliate after twelve months", () => {
    const documents = [
      { kind: 'IssuerLetter', ...original } as const,
      { kind: 'SellerLetter', ...original } as const,
    ];
    const given = { ...removal(null), documents };
    expect(codes({ ...given, facts: { isAffiliate: false } }, later)).toEqual([]);
    expect(codes({ ...given, facts: { isAffiliate: false } }, { ...later, issuerWasShell: true })).toEqual([
      'documentMissing',
    ]);
    expect(
      codes({ ...given, facts: { isAffiliate: false } }, { ...later, acquiredOn: '2025-11-20' }),
    ).toEqual(['documentMissing']);
    expect(open({ ...given, facts: { isAffiliate: true } }, later)).toEqual([
      "documentMissing: Missing: a legal opinion (the issuer's direction is enough for a non-affiliate who has held for over 12 months).",
      "documentMissing: Missing: the broker's letter.",
      'documentMissing: Missing: Form 144.',
    ]);
  });

  test('the holding period of Rule 144', () => {
    const held = (acquiredOn: string, issuerReports: boolean | null) =>
      open(removal(1000), { ...later, acquiredOn, issuerReports });
    expect(held('2026-05-20', true)).toEqual([]);
    expect(held('2026-05-21', true)).toEqual(['holdingPeriod: Held 5 months; Rule 144 asks 6.']);
    expect(held('2026-04-30', false)).toEqual(['holdingPeriod: Held 6 months; Rule 144 asks 12.']);
    expect(held('2026-04-30', null)).toEqual(['holdingPeriod: Held 6 months; Rule 144 asks 6 or 12.']);
  });

  const lost = (bond: { amount?: string } | null) => ({
    caseCode: 'Lost' as const,
    guarantees: [],
    certificates: [{ controlCertificateId: 11 }],
    documents: [
      { kind: 'LossAffidavit', ...original } as const,
      ...(bond ? [{ kind: 'IndemnityBond', ...original, ...bond } as const] : []),
    ],
  });

  test('a bond covers the shares; one without an amount has no limit', () => {
    expect(open(lost({ amount: '10000.00' }))).toEqual([]);
    expect(open(lost({ amount: '9999.99' }))).toEqual([
      'bondTooLow: The bond covers $9,999.99; the shares are worth $10,000.00.',
    ]);
    expect(open(lost({}))).toEqual([]);
    expect(open(lost(null))).toEqual(['documentMissing: Missing: an indemnity bond.']);
    expect(codes(lost({ amount: '1' }), { price: null })).toEqual(['priceMissing']);
    expect(codes(lost({}), { isStoppedAsLost: false })).toEqual(['stopMissing']);
  });

  const deposit = {
    service: 'DRS' as const,
    participantNumber: '9001',
    reference: 'DR2026112000001',
    cusip: '517345109',
    shares: 1000,
    registration: 'Alice Miller',
    taxId: '123-45-6789',
    suretyNumber: '77',
  };
  const drs = (changes: Partial<typeof deposit> = {}) => ({
    caseCode: 'Deposit' as const,
    guarantees: [],
    documents: [{ kind: 'ParticipantInstruction', ...original } as const],
    depository: { ...deposit, ...changes },
  });

  test('an instruction agrees with the register', () => {
    expect(open(drs())).toEqual([]);
    expect(open(drs({ taxId: '123456780' }))).toEqual([
      "taxIdMismatch: The tax ID of the instruction differs from the account's.",
    ]);
    expect(open(drs({ registration: 'Alice Mueller' }))).toEqual([
      "registrationMismatch: The instruction's registration differs from the account's.",
    ]);
    expect(open(drs({ cusip: '000000000' }))).toEqual([
      "cusipMismatch: The instruction's CUSIP differs from that of Common Stock.",
    ]);
    expect(open(drs({ shares: 300 }))).toEqual([
      'quantityMismatch: The instruction is for 300 shares; the item moves 1,000.',
    ]);
    expect(open(drs({ suretyNumber: '' }))).toEqual(['documentMissing: Missing: the surety number.']);
  });

  test('a DWAC deposit brings a guaranteed power', () => {
    const given = { ...drs(), depository: { ...deposit, service: 'DWAC' as const, suretyNumber: '' } };
    expect(codes(given)).toEqual(['documentMissing', 'guaranteeMissing']);
  });

  test('a withdrawal compares the account that gets the shares', () => {
    const given = { ...drs({ registration: 'Bert Novak', taxId: '987654321', suretyNumber: '' }) };
    expect(open({ ...given, caseCode: 'Withdrawal' })).toEqual([]);
  });

  test('no message shows a tax ID', () => {
    const found = paperObstacles(papersFor(drs({ taxId: '123456780' })));
    expect(JSON.stringify(found)).not.toMatch(/\d{3}-?\d{2}-?\d{4}/);
  });
});

describe('parties and dates', () => {
  test('an address changed 30 days before receipt warns, 31 does not', () => {
    const changed = (addressChangedOn: string, content: Partial<ItemContentInput> = {}) =>
      open(content, { transferors: [accountFor({ addressChangedOn })] });
    const text = 'recentAddressChange: The address of ALICE MILLER changed 30 days before receipt.';
    expect(changed('2026-10-21')).toEqual([text]);
    expect(changed('2026-10-20')).toEqual([]);
    expect(changed('2026-10-21', { facts: { callBack: 'Called 2026-11-20, confirmed.' } })).toEqual([
      `${text} (cleared)`,
    ]);
  });

  test('returned mail, of either side and once for each account', () => {
    const account = accountFor({ badAddressSince: '2026-03-01' });
    expect(open({}, { transferors: [account] })).toEqual([
      'badAddress: Mail to ALICE MILLER is returned since Mar 1, 2026.',
    ]);
    expect(codes({}, { transferors: [account], transferees: [account] })).toEqual(['badAddress']);
  });

  test('a sanctions hold is not cleared by the content', () => {
    const held = (isCleared: boolean) => ({
      transferees: [accountFor({ holderId: 3n, sanctions: { since: '2026-11-02', isCleared } })],
    });
    const clearances = [{ obstacle: 'sanctions', reason: 'No match' }];
    const text = 'sanctions: Sanctions hold on ALICE MILLER since Nov 2, 2026.';
    expect(open({ clearances }, held(false))).toEqual([text]);
    expect(open({}, held(true))).toEqual([`${text} (cleared)`]);
  });

  test('tax IDs of those who get shares', () => {
    const to = (changes: object) => ({
      transferees: [accountFor({ registration: ['BERT NOVAK'], ...changes })],
    });
    expect(open({}, to({ taxId: '', isTaxIdCertified: false }))).toEqual([
      'taxIdMissing: BERT NOVAK has no tax ID; payments bear backup withholding.',
    ]);
    expect(open({}, to({ isTaxIdCertified: false }))).toEqual([
      'taxIdUncertified: BERT NOVAK has no certified tax ID; payments bear backup withholding.',
    ]);
    const documents = [assignment, { kind: 'TaxForm', ...original } as const];
    expect(open({ documents }, to({ isTaxIdCertified: false }))).toEqual([]);
    expect(open({}, to({ isTaxIdCertified: false, accountType: 'NomineeOrDepository' }))).toEqual([]);
  });

  test('a name change keeps the tax ID', () => {
    const given = {
      caseCode: 'NameChange',
      documents: [assignment, { kind: 'NameChangeProof', ...original }],
    } as const;
    expect(open({ ...given, documents: [...given.documents] })).toEqual([
      "taxIdMismatch: The tax ID of the new registration differs from the account's.",
    ]);
  });

  test('effective before receipt', () => {
    expect(open({ effectiveDate: '2026-11-10' })).toEqual([
      'staleDated: Effective Nov 10, 2026 lies 7 business days before receipt.',
    ]);
    expect(open({ effectiveDate: '2026-11-20' })).toEqual([]);
  });
});
