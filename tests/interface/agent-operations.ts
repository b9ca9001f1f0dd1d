import type { Operation } from './operation.ts';
import { agent, agentAndOfficers, figures } from './role-letters.ts';

/*
 * The agent operations and their access rules, written a second time by hand. Tests take the expected results from
 * here, never from lib/access or lib/contract.
 */

const none: Operation['tenant'] = { by: 'none' };

const get = (
  path: string,
  who: string,
  tenant: Operation['tenant'] = none,
  rest: Record<string, unknown> = {},
): Operation => ({ method: 'GET', path: `/agent/v1${path}`, who, tenant, rest, responses: 'data' });

const write = (path: string, tenant: Operation['tenant'], rest: Record<string, unknown>): Operation => ({
  method: 'POST',
  path: `/agent/v1${path}`,
  who: agent,
  tenant,
  rest,
  responses: 'write',
});

const issuer = (nullMeansAll = false): Operation['tenant'] => ({
  by: 'issuer',
  field: 'customerIssuerId',
  nullMeansAll,
});

const post = (
  path: string,
  who: string,
  responses: Operation['responses'],
  rest: Record<string, unknown>,
  tenant: Operation['tenant'] = issuer(),
): Operation => ({ method: 'POST', path: `/agent/v1${path}`, who, tenant, rest, responses });

const dividend = { by: 'object', field: 'dividendId', kind: 'dividend' } as const;
const meeting = { by: 'object', field: 'customerProxyId', kind: 'proxy' } as const;

const items = [{ itemId: 100000001, version: 1 }];
const step = (path: string, responses: 'write' | 'entry', rest: Record<string, unknown> = {}) =>
  post(`/items/${path}`, agent, responses, { items, ...rest }, none);
const content = { kind: 'Transfer', receivedAt: '2026-11-20', channel: 'Mail', presentor: { name: 'M LLC' } };
const range = { startDate: '2026-01-01', endDate: '2026-11-20' };

const ofRegister = { registerFileId: 1, version: 1 };
const registerStep = (path: string, responses: 'write' | 'entry', rest: Record<string, unknown> = {}) =>
  post(`/registers/${path}`, agent, responses, { ...ofRegister, ...rest }, none);

const remoteClient = { clientId: 'moving', clientSecret: 'of another registry' };

const exportStep = (path: string) =>
  post(`/exports/${path}`, agent, 'entry', { registerExportId: 1, version: 1 }, none);

export const agentOperations: Record<string, Operation> = {
  GetAgentOperations: get('', figures),
  GetAgentSettings: get('/settings', figures),
  GetItems: get('/items', figures, issuer(true), { start: 0, numberOfRows: 100 }),
  GetItemChanges: get('/items/changes', figures, issuer(true), { after: 0 }),
  GetItem: get('/items/detail', figures, issuer(), { itemId: 100000001 }),
  CheckItem: post('/items/check', agent, 'data', { content }),
  CreateItem: post('/items/create', agent, 'entry', { content }),
  UpdateItem: post('/items/update', agent, 'entry', { itemId: 100000001, version: 1, content }),
  SubmitItems: step('submit', 'entry'),
  ApproveItems: step('approve', 'write', { acknowledged: [] }),
  PostItems: step('post', 'write', { acknowledged: [] }),
  HoldItems: step('hold', 'entry', { reason: 'Opinion asked for', nextActionOn: '2026-11-24' }),
  ReturnItems: step('return', 'entry', { reason: 'Opinion received' }),
  AssignItems: step('assign', 'entry', { assignedTo: null }),
  RejectItems: step('reject', 'write', { kind: 'Medallion', reasonCode: 'M02' }),
  UploadItemDocument: post('/items/documents', agent, 'upload', {
    itemId: 100000001,
    version: 1,
    name: 'assignment.pdf',
  }),
  GetItemDocument: {
    ...get('/items/documents/file', agent, issuer(), { itemId: 100000001, documentId: 1 }),
    responses: 'bytes',
  },
  RemoveItemDocument: post('/items/documents/remove', agent, 'entry', {
    itemId: 100000001,
    version: 2,
    documentId: 1,
    reason: 'Added to the wrong item',
  }),
  GetRequests: get('/requests', agentAndOfficers, issuer(), { start: 0, numberOfRows: 100 }),
  GetRequest: get('/requests/detail', agentAndOfficers, issuer(), { itemId: 100000001 }),
  CreateRequest: post('/requests/create', 'F', 'entry', {
    kind: 'HolderList',
    holderList: {
      list: 'RegisteredHolders',
      recordDate: '2027-03-15',
      format: 'PDF',
      neededBy: '2027-03-18',
    },
  }),
  SendRequestMessage: post('/requests/message', 'F', 'entry', { itemId: 100000001, text: 'Attached' }),
  WithdrawRequest: post('/requests/withdraw', 'F', 'entry', { itemId: 100000001, text: 'Sent twice' }),
  UploadRequestDocument: post('/requests/documents', 'F', 'upload', {
    itemId: 100000001,
    name: 'resolution.pdf',
  }),
  GetRequestDocument: {
    ...get('/requests/documents/file', agentAndOfficers, issuer(), { itemId: 100000001, documentId: 1 }),
    responses: 'bytes',
  },
  WriteToIssuer: post('/requests/reply', agent, 'entry', {
    itemId: 100000001,
    version: 1,
    text: 'Please send the resolution',
  }),
  CancelItems: step('cancel', 'write', { reason: 'Withdrawn' }),
  GetRegisterTemplate: { ...get('/registers/template', agent), responses: 'bytes', files: 'sheet' },
  GetRegisterFiles: get('/registers', agent, none, { start: 0, numberOfRows: 100 }),
  GetRegisterFile: get('/registers/detail', agent, none, { registerFileId: 1 }),
  GetRegisterFindings: get('/registers/findings', agent, none, { registerFileId: 1 }),
  GetRegisterFindingsFile: {
    ...get('/registers/findings/file', agent, none, { registerFileId: 1 }),
    responses: 'bytes',
    files: 'sheet',
  },
  GetRegisterAcceptanceLetter: {
    ...get('/registers/acceptance', agent, none, { registerFileId: 1 }),
    responses: 'bytes',
  },
  CreateRegisterFile: post('/registers/create', agent, 'entry', { name: 'a.xlsx', bytes: 100 }, none),
  UploadRegisterPart: {
    ...post('/registers/parts', agent, 'upload', { registerFileId: 1, offset: 0 }, none),
    files: 'part',
  },
  CreateRegisterPull: post(
    '/registers/pull',
    agent,
    'write',
    { base: 'https://registry.example', credentials: remoteClient, remoteIssuerId: 1001 },
    none,
  ),
  ContinueRegisterPull: registerStep('pull/continue', 'write', { credentials: remoteClient }),
  StopRegisterPull: registerStep('pull/stop', 'entry'),
  GetRegisterJournalFile: {
    ...get('/registers/journal', agent, none, { registerFileId: 1 }),
    responses: 'bytes',
    files: 'sheet',
  },
  CheckRegisterFile: registerStep('check', 'entry'),
  SetRegisterColumns: registerStep('columns', 'entry', {
    columns: [{ sheet: 'Holders', header: 'Stockholder', field: 'Name 1' }],
  }),
  SetRegisterValues: registerStep('values', 'entry', {
    values: [{ sheet: 'Positions', field: 'Restriction', value: 'Rule 144', code: 'R' }],
  }),
  SetRegisterTotals: registerStep('totals', 'entry', {
    totals: [{ class: 'Common', measure: 'Outstanding', value: 2_000_000 }],
  }),
  ApproveRegisterFile: registerStep('approve', 'write', { sha256: 'a'.repeat(64) }),
  PostRegisterFile: registerStep('post', 'write'),
  StopRegisterPosting: registerStep('stop', 'entry'),
  GetBulkResults: get('/registers/results', agent, none, { registerFileId: 1 }),
  GetBulkResultsFile: {
    ...get('/registers/results/file', agent, none, { registerFileId: 1 }),
    responses: 'bytes',
    files: 'sheet',
  },
  UndoRegisterFile: registerStep('undo', 'write', { reason: 'Wrong file' }),
  DiscardRegisterFile: registerStep('discard', 'entry', { reason: 'Replaced' }),
  GetRegisterExports: get('/exports', agent, none, { start: 0, numberOfRows: 100 }),
  GetRegisterExport: get('/exports/detail', agent, none, { registerExportId: 1 }),
  GetRegisterExportFile: {
    ...get('/exports/file', agent, none, { registerExportId: 1 }),
    ...{ responses: 'bytes', files: 'sheet' },
  },
  CreateRegisterExport: post('/exports/create', agent, 'entry', { customerIssuerIds: [1001] }, none),
  StopRegisterExport: exportStep('stop'),
  ContinueRegisterExport: exportStep('continue'),
  DiscardRegisterExport: exportStep('discard'),
  GetRejections: get('/rejections', figures, issuer(true), range),
  GetControlBook: get('/control-book', figures, issuer(), range),
  GetPositionMovements: get('/position-movements', figures, issuer(), { controlCertificateId: 100000001 }),
  GetRollForwardNotes: get('/roll-forward-notes', figures, issuer(), range),
  GetTurnaround: get('/turnaround', figures, issuer(), range),
  GetCertificatesAsOf: get('/certificates', figures, issuer(), { cutoff: '2026-06-30' }),
  GetHoldersAsOf: get('/holders', figures, issuer(), { cutoff: '2026-06-30' }),
  GetProposals: get('/proposals', figures, issuer(), { controlProxyId: 100000001 }),
  GetDividendPayments: get('/dividend-payments', figures, issuer(), { dividendId: 100000016 }),
  GetHolderChanges: get('/holder-changes', figures, issuer(), { customerShareholderId: 'H-11' }),
  GetStops: get('/stops', figures, issuer()),
  GetIssuerBooks: get('/books', figures, issuer()),
  SearchRegister: get('/search', figures, issuer(), { text: 'trust', numberOfRows: 20 }),
  GetLargestHolders: get('/largest-holders', figures, issuer(), { cutoff: '2026-06-30', numberOfRows: 20 }),
  GetLargestChanges: get('/largest-changes', figures, issuer(), {
    startDate: '2026-06-30',
    endDate: '2026-09-30',
    numberOfRows: 20,
  }),
  GetProof: get('/proof', figures, issuer(), { cutoff: '2026-06-30' }),
  GetPositionFiles: get('/depository/files', agent, none, { start: 0, numberOfRows: 100 }),
  ImportPositionFile: {
    ...post('/depository/files/import', agent, 'upload', { name: 'positions.txt' }, none),
    files: 'part',
  },
  GetPositionMatches: get('/depository/matches', agent, none, { positionFileId: 1 }),
  ExplainPositionBreak: write('/depository/explain', issuer(), {
    positionFileId: 1,
    securityTypeId: 500000002,
    number: 0,
    transactionIds: [],
    note: 'Asked the depository',
  }),
  GenerateCertifiedList: post('/reports/certified-list', agent, 'file', {
    cutoff: '2026-11-20',
    certifiedBy: 'Morgan Ellery',
    certifiedByTitle: 'Vice President',
  }),
  GenerateProof: post('/reports/proof', agent, 'file', { cutoff: '2026-11-20', startDate: '2026-10-01' }),
  GenerateRollForward: post('/reports/roll-forward', figures, 'file', {
    startDate: '2026-10-01',
    endDate: '2026-10-31',
    isPDF: false,
  }),
  GenerateDividendFunding: post('/reports/dividend-funding', figures, 'file', {}, dividend),
  GenerateQuorumSheet: post('/reports/quorum-sheet', figures, 'file', {}, meeting),
  GenerateBrokerSearchLetter: post('/reports/broker-search-letter', figures, 'file', {}, meeting),
  GetSealCertificate: get('/seal-certificate', figures),
  GetTA2Worksheet: get('/ta2', agent, none, { year: 2025 }),
  GetTA2Rows: get('/ta2/rows', agent, none, { year: 2025, line: '4a' }),
  SetTA2Line: post('/ta2/lines', agent, 'entry', { year: 2025, version: 0, line: '1a', value: '1' }, none),
  SignTA2: post('/ta2/sign', agent, 'write', { year: 2025, version: 1, as: 'Preparer' }, none),
  GenerateTA2Worksheet: post('/reports/ta2-worksheet', agent, 'file', { year: 2025, isPDF: true }, none),
  GetRecordDifferences: get('/record-differences', figures, issuer()),
  OpenRecordDifference: write('/record-differences/open', issuer(), {
    securityTypeId: 100000001,
    openedOn: '2026-11-02',
    shares: 100,
    cause: 'Duplicate certificate presented',
  }),
  ChangeRecordDifference: write('/record-differences/change', issuer(), {
    recordDifferenceId: 100000001,
    version: 0,
    cause: 'Duplicate certificate presented',
    reason: 'Number read from the paper',
  }),
  AddRecordDifferenceStep: write('/record-differences/steps', issuer(), {
    recordDifferenceId: 100000001,
    takenOn: '2026-11-18',
    note: 'Asked the presentor',
  }),
  ResolveRecordDifference: write('/record-differences/resolve', issuer(), {
    recordDifferenceId: 100000001,
    version: 0,
    resolvedOn: '2026-11-20',
    resolution: 'Certificate surrendered',
  }),
  GetSentReports: get('/sent-reports', agent, issuer(true)),
  RecordSentReport: write('/sent-reports/record', issuer(true), {
    kind: 'Aged differences',
    periodEnd: '2026-09-30',
    sentOn: '2026-10-12',
    sentTo: 'Secretary of the company',
    fileName: 'report.pdf',
    sha256: 'a'.repeat(64),
  }),
};
