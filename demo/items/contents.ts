// Makes the content of each demo item of the work queue, with or without obstacles.

import type { ItemContentInput } from '#lib/contract/agent/content';
import { addDays, addMonths, type CalendarDate } from '#lib/format/dates';
import type { Books, Presented } from './books.ts';
import type { PaperMaker } from './papers.ts';

/** The shape of one item: what the plan says and what its maker needs. */
export type Task = {
  issuer: number;
  channel: ItemContentInput['channel'];
  receivedAt: string;
  /** The local day of receipt. */
  day: CalendarDate;
  /** A business day after the load, on which an item may become effective. */
  laterDay: CalendarDate;
  books: Books;
  papers: PaperMaker;
};

type Content = ItemContentInput;
type Line = NonNullable<Content['lines']>[number];

/** The price that a person enters where the books have none. */
const enteredPrice = '12.00';

/** The reference that the one posted deposit of the demo has. */
export const postedReference = 'DW2026111904711';

const base = ({ channel, receivedAt, papers }: Task) => ({
  receivedAt,
  channel,
  presentor: papers.presentor(),
});

const presented = (...certificates: Presented[]) =>
  certificates.map((one) => ({
    controlCertificateId: one.id,
    prefixAndCertificateNumber: one.label,
    ...(one.isPaper ? { sharesOnPaper: one.shares, isPaperHere: true } : {}),
  }));

/** What an owner hands in who brings shares to another account. */
async function setB(task: Task, from: Presented, shares: number, prefix?: string) {
  const { price } = await task.books.issuer(task.issuer);
  const day = addDays(task.day, -3);
  const guarantees = task.papers.guarantees(from, shares, price ?? enteredPrice, task.day, prefix);
  return {
    securityTypeId: from.classId,
    certificates: presented(from),
    guarantees,
    documents: [
      task.papers.document('Assignment', day),
      task.papers.document('TaxForm', day, { reference: 'W-9' }),
    ],
    facts: { assignmentDate: day, signers: guarantees.length },
    ...(price === null ? { pricePerShare: enteredPrice } : {}),
  };
}

/** Shares of one account to another owner, with further papers and facts. */
async function toOther(
  task: Task,
  caseCode: NonNullable<Content['caseCode']>,
  from: Presented,
  line: Line,
  more: { documents?: Content['documents']; facts?: Content['facts']; prefix?: string } = {},
): Promise<Content> {
  const shares = Number(line.shares ?? from.shares);
  const papers = await setB(task, from, shares, more.prefix);
  return {
    kind: 'Transfer',
    caseCode,
    ...base(task),
    ...papers,
    lines: [line],
    documents: [...papers.documents, ...(more.documents ?? [])],
    facts: { ...papers.facts, ...more.facts },
  };
}

const part = (shares: number) => Math.max(1, Math.floor((shares * 3) / 5));
const family = ({ names }: Presented) => names[0]?.split(' ').at(-1) ?? '';

export async function sale(task: Task, from?: Presented, prefix?: string): Promise<Content> {
  const one = from ?? (await task.books.certificate({ issuer: task.issuer }));
  const to = await task.books.account(task.issuer);
  return toOther(task, 'Sale', one, { systemShareholderId: to, shares: part(one.shares) }, { prefix });
}

/** Obstacle: the certificate was reported lost. */
export async function saleOfStopped(task: Task): Promise<Content> {
  const stop = 'Lost, stolen or not received';
  return sale(task, await task.books.certificate({ issuer: task.issuer, stop, sharesMin: 1 }));
}

/** Obstacle: a transfer canceled the certificate. */
export const saleOfCanceled = async (task: Task) => sale(task, await task.books.canceled(task.issuer));

/** Obstacle: worth 100,001 to 250,000 dollars, guaranteed up to 100,000. */
export async function saleBelowValue(task: Task): Promise<Content> {
  const { price } = await task.books.issuer(task.issuer);
  const shares = Math.ceil(100_001 / Number(price));
  const from = await task.books.certificate({
    issuer: task.issuer,
    sharesMin: shares,
    sharesMax: Math.floor(240_000 / Number(price)),
  });
  const to = await task.books.account(task.issuer);
  return toOther(task, 'Sale', from, { systemShareholderId: to, shares: from.shares }, { prefix: 'F' });
}

/** Obstacle: two items present one certificate. The second is made from the first one's certificate. */
export function twoSalesOfOne(): (task: Task) => Promise<Content> {
  let from: Presented | undefined;
  return async (task) => {
    from ??= await task.books.certificate({ issuer: task.issuer });
    return sale(task, from);
  };
}

export async function gift(task: Task): Promise<Content> {
  const from = await task.books.certificate({ issuer: task.issuer });
  const shareholder = task.papers.registration('Individual', { family: family(from) });
  const documents = [task.papers.document('DonorBasis', addDays(task.day, -4))];
  return toOther(task, 'Gift', from, { shareholder, shares: part(from.shares) }, { documents });
}

/** Obstacle: the new certificate would lose the restriction. */
export async function giftWithoutRestriction(task: Task): Promise<Content> {
  const from = await task.books.certificate({ issuer: task.issuer, restriction: 'R' });
  const line = { systemShareholderId: await task.books.account(task.issuer), restrictionCode: 'N' } as const;
  const documents = [
    task.papers.document('DonorBasis', addDays(task.day, -4)),
    task.papers.document('LegalOpinion', addDays(task.day, -2), { shares: from.shares }),
  ];
  return toOther(task, 'Gift', from, { ...line, shares: from.shares }, { documents });
}

/** Obstacle: the new registration has the tax ID of an account that exists. */
export async function giftToKnownHolder(task: Task): Promise<Content> {
  const from = await task.books.certificate({ issuer: task.issuer });
  const known = await task.books.certificate({ issuer: task.issuer });
  const shareholder = task.papers.registration('Individual', { name: known.names[0], taxId: known.taxId });
  const documents = [task.papers.document('DonorBasis', addDays(task.day, -4))];
  return toOther(task, 'Gift', from, { shareholder, shares: part(from.shares) }, { documents });
}

export async function jointToSingle(task: Task): Promise<Content> {
  const from = await task.books.certificate({ issuer: task.issuer, accountType: 'JointTenant' });
  const shareholder = task.papers.registration('Individual', {
    name: (from.names[0] ?? '').replace(/ &$/, ''),
  });
  return toOther(task, 'JointSingle', from, { shareholder, shares: from.shares });
}

/** Obstacle: one of two owners signed. */
export async function jointWithOneSignature(task: Task): Promise<Content> {
  const content = await jointToSingle(task);
  return {
    ...content,
    guarantees: content.guarantees?.slice(0, 1),
    facts: { ...content.facts, signers: 1 },
  };
}

const died = (task: Task) => addDays(task.day, -120);

export async function survivor(task: Task): Promise<Content> {
  const from = await task.books.certificate({
    issuer: task.issuer,
    accountType: 'JointWithRightOfSurvivorship',
  });
  const shareholder = task.papers.registration('Individual', {
    name: (from.names[0] ?? '').replace(/ &$/, ''),
  });
  const documents = [
    task.papers.document('DeathCertificate', died(task), { state: 'Original' }),
    task.papers.document('TaxWaiver', addDays(task.day, -10), { state2Code: 'OH' }),
  ];
  const facts = { dateOfDeath: died(task), stateOfDomicile: 'OH', signers: 1 };
  const content = await toOther(
    task,
    'Survivor',
    from,
    { shareholder, shares: from.shares },
    { documents, facts },
  );
  return { ...content, guarantees: content.guarantees?.slice(0, 1) };
}

/** Letters are good for 60 days; `age` is that of these. */
async function estateWithLetters(task: Task, age: number): Promise<Content> {
  const from = await task.books.certificate({ issuer: task.issuer });
  const shareholder = task.papers.registration('Individual', { family: family(from) });
  const { price } = await task.books.issuer(task.issuer);
  const documents = [
    task.papers.document('CourtAppointment', addDays(task.day, -age), { state2Code: 'OH' }),
    task.papers.document('DomicileAffidavit', addDays(task.day, -20)),
    task.papers.document('TaxWaiver', addDays(task.day, -15), { state2Code: 'OH' }),
  ];
  const facts = { dateOfDeath: died(task), stateOfDomicile: 'OH', signers: 1 };
  const line = { shareholder, shares: from.shares };
  const content = await toOther(task, 'Estate', from, line, { documents, facts });
  const guarantees = task.papers.guarantee(
    task.papers.name(),
    from.shares,
    price ?? enteredPrice,
    task.day,
    'Executor',
  );
  return { ...content, guarantees };
}

export const estate = (task: Task) => estateWithLetters(task, 30);
/** Obstacle: the letters are older than 60 days. */
export const estateWithOldLetters = (task: Task) => estateWithLetters(task, 75);

export async function smallEstate(task: Task): Promise<Content> {
  const from = await task.books.certificate({ issuer: task.issuer, sharesMax: 1_000 });
  const documents = [
    task.papers.document('SmallEstateAffidavit', addDays(task.day, -9), { state2Code: 'CA' }),
    task.papers.document('DeathCertificate', died(task)),
  ];
  const facts = { dateOfDeath: died(task), stateOfDomicile: 'CA', signers: 1 };
  const shareholder = task.papers.registration('Individual', { family: family(from) });
  const content = await toOther(
    task,
    'SmallEstate',
    from,
    { shareholder, shares: from.shares },
    { documents, facts },
  );
  return { ...content, guarantees: await heirSigns(task, shareholder.name, from.shares) };
}

async function heirSigns(task: Task, name: string, shares: number) {
  const { price } = await task.books.issuer(task.issuer);
  return task.papers.guarantee(name, shares, price ?? enteredPrice, task.day, 'Heir');
}

export async function beneficiary(task: Task): Promise<Content> {
  const from = await task.books.certificate({
    issuer: task.issuer,
    accountType: 'TransferOnDeath',
    sharesMin: 1,
  });
  const shareholder = task.papers.registration('Individual');
  const documents = [
    task.papers.document('DeathCertificate', died(task)),
    task.papers.document('Identity', addDays(task.day, -3), { state: 'Copy' }),
  ];
  const facts = { dateOfDeath: died(task), stateOfDomicile: 'OH', signers: 1 };
  const line = { shareholder, shares: from.shares };
  const content = await toOther(task, 'Beneficiary', from, line, { documents, facts });
  return { ...content, guarantees: await heirSigns(task, shareholder.name, from.shares) };
}

export async function toTrust(task: Task): Promise<Content> {
  const from = await task.books.certificate({ issuer: task.issuer });
  const documents = [task.papers.document('TrustPages', addDays(task.day, -30), { state: 'Copy' })];
  const shareholder = task.papers.registration('Trust');
  return toOther(task, 'ToTrust', from, { shareholder, shares: from.shares }, { documents });
}

export async function custodianshipEnds(task: Task): Promise<Content> {
  const from = await task.books.certificate({
    issuer: task.issuer,
    accountType: 'CustodyForAMinor',
    sharesMin: 1,
  });
  const shareholder = task.papers.registration('Individual', { name: from.names[1] });
  const facts = { minorBornOn: addMonths(task.day, -12 * 23), signers: 1 };
  const line = { shareholder, shares: from.shares };
  const content = await toOther(task, 'CustodianshipEnds', from, line, { facts });
  const { price } = await task.books.issuer(task.issuer);
  const custodian = (from.names[0] ?? '').replace(/ CUST$/, '');
  return {
    ...content,
    guarantees: task.papers.guarantee(custodian, from.shares, price ?? enteredPrice, task.day, 'Custodian'),
  };
}

export async function nameChange(task: Task): Promise<Content> {
  const from = await task.books.certificate({ issuer: task.issuer });
  const given = (from.names[0] ?? '').split(' ').slice(0, -1).join(' ');
  const shareholder = task.papers.registration('Individual', {
    name: `${given} ${task.papers.name().split(' ').at(-1)}`,
    taxId: from.taxId,
  });
  const documents = [task.papers.document('NameChangeProof', addDays(task.day, -40), { state: 'Copy' })];
  return toOther(task, 'NameChange', from, { shareholder, shares: from.shares }, { documents });
}

type Instruction = {
  service: 'DWAC' | 'DRS';
  reference?: string;
  taxId?: string;
  /** Shares of the instruction beyond those of the certificate; negative: a part stays. */
  sharesMore?: number;
};

async function depositBy(task: Task, given: Instruction): Promise<Content> {
  const { cusip, nominee, price } = await task.books.issuer(task.issuer);
  const from = await task.books.certificate({ issuer: task.issuer, form: 'BookEntry' });
  const shares = from.shares + (given.sharesMore ?? 0);
  const isDwac = given.service === 'DWAC';
  const guarantees = isDwac
    ? task.papers.guarantees(from, shares, price ?? enteredPrice, task.day)
    : undefined;
  return {
    kind: 'Transfer',
    caseCode: 'Deposit',
    ...base(task),
    securityTypeId: from.classId,
    certificates: presented(from),
    lines: [{ systemShareholderId: nominee, shares }],
    depository: {
      service: given.service,
      participantNumber: task.papers.participant(),
      reference: given.reference ?? referenceOf(task, given.service),
      cusip,
      shares,
      taxId: given.taxId ?? (from.taxId || null),
      suretyNumber: isDwac ? null : `S-${from.id % 10_000}`,
    },
    ...(guarantees
      ? { guarantees, facts: { assignmentDate: addDays(task.day, -3), signers: guarantees.length } }
      : {}),
    documents: [
      ...(isDwac ? [task.papers.document('Assignment', addDays(task.day, -3))] : []),
      task.papers.document('ParticipantInstruction', task.day, { state: 'Copy' }),
    ],
  };
}

/** `DW` or `DR`, the day, and five digits of the moment. */
function referenceOf({ receivedAt, day }: Task, service: 'DWAC' | 'DRS'): string {
  const five = String(Math.floor(Date.parse(receivedAt) / 1000) % 100_000).padStart(5, '0');
  return `${service === 'DWAC' ? 'DW' : 'DR'}${day.replaceAll('-', '')}${five}`;
}

export const depositDwac = (task: Task) => depositBy(task, { service: 'DWAC' });
/** The deposit that is posted; a later one repeats its reference. */
export const postedDeposit = (task: Task) => depositBy(task, { service: 'DWAC', reference: postedReference });
/** Obstacle: an instruction for more shares than the certificate has. */
export const depositOfTooMany = (task: Task) => depositBy(task, { service: 'DRS', sharesMore: 200 });
/** Obstacle: the instruction has another tax ID. */
export const depositWithOtherTaxId = (task: Task) =>
  depositBy(task, { service: 'DRS', taxId: '900-62-0001' });

async function withdrawalBy(task: Task, service: 'DWAC' | 'DRS'): Promise<Content> {
  const { classId, cusip, nominee } = await task.books.issuer(task.issuer);
  const shares = service === 'DWAC' ? 1_200 : 350;
  return {
    kind: 'Transfer',
    caseCode: 'Withdrawal',
    ...base(task),
    securityTypeId: classId,
    sourcePosition: { systemShareholderId: nominee!, shares },
    lines: [
      { systemShareholderId: await task.books.account(task.issuer), shares, certificateType: 'BookEntry' },
    ],
    depository: {
      service,
      participantNumber: task.papers.participant(),
      reference: referenceOf(task, service),
      cusip,
      shares,
    },
    documents: [
      task.papers.document('ParticipantInstruction', task.day, { state: 'Copy' }),
      task.papers.document('TaxForm', addDays(task.day, -3), { reference: 'W-9' }),
    ],
  };
}

export const withdrawalDwac = (task: Task) => withdrawalBy(task, 'DWAC');
export const withdrawalDrs = (task: Task) => withdrawalBy(task, 'DRS');

/** A certificate of one holder becomes others of the same holder. */
async function sameHolder(
  task: Task,
  caseCode: NonNullable<Content['caseCode']>,
  from: Presented[],
  lines: Omit<Line, 'systemShareholderId'>[],
  more: Partial<Content> = {},
): Promise<Content> {
  return {
    kind: 'Transfer',
    caseCode,
    ...base(task),
    securityTypeId: from[0]!.classId,
    certificates: presented(...from),
    lines: lines.map((line) => ({ systemShareholderId: from[0]!.holderId, ...line })),
    documents: [task.papers.document('Instruction', addDays(task.day, -2))],
    ...more,
  };
}

export async function paperToBook(task: Task): Promise<Content> {
  const from = await task.books.certificate({ issuer: task.issuer, form: 'Certificate' });
  return sameHolder(task, 'PaperToBook', [from], [{ shares: from.shares, certificateType: 'BookEntry' }]);
}

export async function bookToPaper(task: Task): Promise<Content> {
  const from = await task.books.certificate({ issuer: task.issuer, form: 'BookEntry' });
  return sameHolder(task, 'BookToPaper', [from], [{ shares: from.shares, certificateType: 'Certificate' }]);
}

export async function splitUp(task: Task): Promise<Content> {
  const from = await task.books.certificate({ issuer: task.issuer, form: 'Certificate' });
  const half = Math.floor(from.shares / 2);
  const lines = [half, from.shares - half].map((shares) => ({
    shares,
    certificateType: 'Certificate' as const,
  }));
  return sameHolder(task, 'SplitUp', [from], lines);
}

export async function consolidation(task: Task): Promise<Content> {
  const from = await task.books.twoOfOneAccount(task.issuer);
  const shares = from.reduce((sum, one) => sum + one.shares, 0);
  return sameHolder(task, 'Consolidation', from, [{ shares, certificateType: 'BookEntry' }]);
}

async function legendRemovalFor(task: Task, covered: (shares: number) => number): Promise<Content> {
  const from = await task.books.certificate({ issuer: task.issuer, restriction: 'R' });
  const documents = [
    task.papers.document('LegalOpinion', addDays(task.day, -2), { shares: covered(from.shares) }),
    task.papers.document('SellerLetter', addDays(task.day, -2)),
    task.papers.document('IssuerLetter', addDays(task.day, -1)),
  ];
  const line = { shares: from.shares, restrictionCode: 'N', certificateType: 'BookEntry' } as const;
  return sameHolder(task, 'LegendRemoval', [from], [line], { documents });
}

export const legendRemoval = (task: Task) => legendRemovalFor(task, (shares) => shares);
/** Obstacle: the opinion covers half of the shares. */
export const legendRemovalOfTooMany = (task: Task) =>
  legendRemovalFor(task, (shares) => Math.max(1, Math.floor(shares / 2)));

export async function legendPlacement(task: Task): Promise<Content> {
  const from = await task.books.certificate({ issuer: task.issuer, form: 'BookEntry' });
  const line = {
    shares: from.shares,
    restrictionCode: 'A',
    legend: 'The shares are held by an affiliate of the issuer and may be sold under Rule 144 only.',
    certificateType: 'BookEntry',
  } as const;
  const documents = [task.papers.document('IssuerLetter', addDays(task.day, -1))];
  return sameHolder(task, 'LegendPlacement', [from], [line], { documents });
}

/** Obstacle: the indemnity bond is missing. */
export async function replacementWithoutBond(task: Task): Promise<Content> {
  const stop = 'Lost, stolen or not received';
  const from = await task.books.certificate({ issuer: task.issuer, stop, sharesMin: 20 });
  const documents = [
    task.papers.document('LossAffidavit', addDays(task.day, -5)),
    task.papers.document('IndemnityBond', undefined, { state: 'Missing' }),
  ];
  const line = { shares: from.shares, certificateType: 'BookEntry' } as const;
  return sameHolder(task, 'Lost', [from], [line], {
    documents,
    stopIds: await task.books.stopsOf(task.issuer, from.id),
    certificates: presented(from).map((one) => ({ ...one, isPaperHere: false })),
  });
}

export async function escheat(task: Task): Promise<Content> {
  const from = await task.books.certificate({ issuer: task.issuer, form: 'BookEntry', sharesMax: 200 });
  const { receivedAt, channel } = task;
  return {
    kind: 'Transfer',
    caseCode: 'Escheat',
    receivedAt,
    channel,
    securityTypeId: from.classId,
    certificates: presented(from),
    lines: [
      {
        systemShareholderId: await task.books.account(task.issuer, 'UnclaimedProperty'),
        shares: from.shares,
        certificateType: 'BookEntry',
      },
    ],
    documents: [task.papers.document('StateDemand', addDays(task.day, -7))],
  };
}

export async function stopPlace(task: Task): Promise<Content> {
  const from = await task.books.certificate({ issuer: task.issuer, form: 'Certificate' });
  return {
    kind: 'StopPlace',
    ...base(task),
    certificates: presented(from).map((one) => ({ ...one, isPaperHere: false })),
    stop: {
      kind: 'Lost, stolen or not received',
      placedOn: task.day,
      demandedBy: from.names.join(' '),
      document: 'Letter of the owner',
    },
    documents: [task.papers.document('OwnerLetter', addDays(task.day, -2))],
  };
}

export async function stopRelease(task: Task): Promise<Content> {
  const stop = 'Deceased - documents required';
  const from = await task.books.certificate({ issuer: task.issuer, stop, sharesMin: 1 });
  return {
    kind: 'StopRelease',
    ...base(task),
    stopIds: await task.books.stopsOf(task.issuer, from.id),
    reason: 'The stop was placed on the account of another holder of the same name.',
    documents: [task.papers.document('OwnerLetter', addDays(task.day, -2))],
  };
}

const authority = (task: Task, text: string) => ({
  text,
  signer: 'Corporate secretary',
  date: addDays(task.day, -6),
});

export async function repurchase(task: Task): Promise<Content> {
  const from = await task.books.certificate({ issuer: task.issuer });
  const { treasury } = await task.books.issuer(task.issuer);
  const content = await toOther(task, 'Repurchase', from, {
    systemShareholderId: treasury,
    shares: from.shares,
  });
  return { ...content, authority: authority(task, 'Repurchase program, resolution of the board') };
}

export async function retirement(task: Task): Promise<Content> {
  const from = await task.books.certificate({ issuer: task.issuer, form: 'BookEntry' });
  return {
    kind: 'Retirement',
    purpose: 'Buy-back',
    ...base(task),
    securityTypeId: from.classId,
    certificates: presented(from),
    sharesRetired: from.shares,
    authority: authority(task, 'Buy-back and retirement, resolution of the board'),
    documents: [task.papers.document('CertifiedResolution', addDays(task.day, -6))],
  };
}

export async function addressHold(task: Task): Promise<Content> {
  const systemShareholderId = await task.books.account(task.issuer);
  return {
    kind: 'AddressHold',
    ...base(task),
    systemShareholderId,
    reason: 'Annual report returned by the post office: no such number.',
    documents: [task.papers.document('Other', task.day, { reference: 'Returned envelope' })],
  };
}

export async function lostSearch(task: Task): Promise<Content> {
  const systemShareholderId = await task.books.lostHolder(task.issuer);
  return {
    kind: 'LostSearch',
    ...base(task),
    systemShareholderId,
    search: {
      number: 1,
      searchedOn: task.day,
      service: 'Lanternlight Locator Service',
      by: 'TaxId',
      terms: 'Tax ID on file',
      result: 'NotFound',
    },
  };
}

/** Obstacle: later transactions rest on the transfer that is to be corrected. */
export async function correctionWithLater(task: Task): Promise<Content> {
  return {
    kind: 'Correction',
    ...base(task),
    correctsControlTransactionId: await task.books.transferWithLater(task.issuer),
    reason: 'The shares were registered to the wrong account.',
    documents: [task.papers.document('Instruction', addDays(task.day, -1))],
  };
}

/** Effective on a later day: approved today, posted then. */
export async function laterIssuance(task: Task): Promise<Content> {
  const { classId } = await task.books.issuer(task.issuer);
  return {
    kind: 'Issuance',
    purpose: 'Stock award',
    ...base(task),
    securityTypeId: classId,
    effectiveDate: task.laterDay,
    lines: [
      {
        systemShareholderId: await task.books.account(task.issuer),
        shares: 2_500,
        certificateType: 'BookEntry',
        restrictionCode: 'R',
        legend: 'Not registered under the Securities Act of 1933.',
      },
    ],
    authority: authority(task, 'Award of the compensation committee'),
    documents: [task.papers.document('CertifiedResolution', addDays(task.day, -6))],
  };
}
