// Expected column titles of report files, written by hand.

const names = (text: string): readonly string[] => text.split(' · ');

/** The expected column titles of our registry's files; a test compares them with real files. */
export const certificateColumns = names(
  'Certificate · Form · Issued · Canceled · Shares · Restriction · Stop · Status',
);
export const taxLotColumns = names(
  'Account · Name · Class · Certificate · Lot no. · Acquired · Quantity · Cost/share · Total cost · Covered · Method',
);

export const statementHolder = names('Account · Registration · Mailing address · Account type · Tax id');
export const statementClasses = names(
  'Class · CUSIP · Certificated · Book entry · Total · Of which restricted',
);
export const statementCertificates = names(
  'Number · Class · Form · Issued · Canceled · Shares · Restriction · Stop',
);

export const drsMovements = names('Date · Description · Position · Shares ± · Balance');
export const drsPositions = names(
  'Account · Registration · Mailing address · Tax id · Tax id certified · Class · CUSIP · Beginning book entry · Closing book entry · Of which plan · Certificated · Total',
);

/** A running percentage makes sense only with the largest first. */
export const accountOrder = (ranked: boolean): readonly string[] => [
  ...names('Account · Holder · Certificates · Shares · Percent'),
  ...(ranked ? ['Cumulative'] : []),
  'Mark',
];
export const dilutedColumns = names(
  'Account · Holder or reserve · Type · Shares · % of outstanding · % fully diluted',
);
export const balanceColumns = names(
  'Class · CUSIP · Authorized · Issued · Treasury · Outstanding · Reserved · Available · Restricted · Unrestricted · Holders · Of which nominee · Certificated · Book entry',
);

export const journalColumns = names(
  'Trans. no. · Processed · Effective · Type · Agent or presentor · Invoice · Class · Canceled · Issued · Net · Comments',
);
export const journalLines = names('Side · Certificate · Account · Holder · Class · Restriction · Shares');
export const registerColumns = (isPdf: boolean): readonly string[] => [
  'Trans. no.',
  ...names(
    isPdf ? 'Received, processed · Effective, completed' : 'Received · Processed · Effective · Completed',
  ),
  ...names('Type · Agent or presentor · From · To · Class · Canceled · Issued · Net · Invoice · Charge'),
];
export const transactionCertificates = names(
  'Certificate · Account · Registration · Class · Form · Restriction · Issued · Shares',
);
export const transactionProof = names(
  'Class · Surrendered · Issued · Net · Net by control book · Factor or ratio',
);

const balanceOfBook = names(
  'Authorized ± · Issued · Canceled · Net · Balance issued · Treasury ± · Reserved ± · Available',
);
export const controlBookPrinted = [
  ...names('Effective, processed · Transaction · Authority'),
  ...balanceOfBook,
  'Certificates',
];
export const controlBookSheet = [
  ...names('Effective · Processed · Late · Trans. no. · Type · Authority'),
  ...balanceOfBook,
  ...names('Certificates issued · Certificates canceled'),
];
export const comparisonColumns = names(
  'Class · Comparison · Figure · Source · Compared with · Its source · Difference · Result',
);
export const differenceColumns = names(
  'Opened · Days open · Existed since · Aged, over 30 days · Shares · Basis · Cause · Steps taken · Over-issuance · Source agent · Market value · To report above · Report to issuer',
);

export const rejectionsPrinted = names(
  'Reject no. · Received, rejected · Business days · Transaction · Presentor, guarantor · Registered holder · Class, certificates · Shares · Value · Reason · Notice, return',
);
export const rejectionsSheet = names(
  'Reject no. · Received · Rejected · Business days · Class · CUSIP · Transaction · Presentor · Presentor address · Participant no. · Guarantor · Medallion · Account · Registered holder · Certificates · Shares · Value · Reason code · Reason · Notice to · Notice sent · Returned · Presented again as',
);

const contact = names('Name · Title · Role · Authorized to instruct issuance · Authorized to receive lists');
export const contactsPrinted = [...contact, ...names('Contact · Address · Status · Last confirmed')];
export const contactsSheet = [
  ...contact,
  ...names('E-mail · Phone · Mobile · Address · Status · Active since · Inactive since · Last confirmed'),
];

export const proposalColumns = names(
  'No. · Proposal · Board · For · Against · Withheld · Abstain · Broker non-vote · Present · % of cast · % of entitled · Standard · Result',
);

const paid = names('Account · Registration · Shares at record');
export const cashDividend = [
  ...paid,
  ...names('Gross · Withholding · Withheld · Net · Method · Check no. · State'),
];
export const stockDividend = [
  ...paid,
  ...names('New shares · Fraction · Cash in lieu · Certificate · State'),
];

export const statementLegends = ['Class', 'Legend', 'Book entry', 'Certificated', 'Total'];

const rolled = ['Closing computed', 'Closing read', 'Residual'];
export const rollClassColumns = [
  'Opening',
  'Issued',
  'From treasury',
  'Converted in',
  'Converted out',
  'Received',
  'Surrendered',
  'To treasury',
  'Retired',
  'Adjusted',
  ...rolled,
];
export const rollControlColumns = ['Opening', 'Raised', 'Drawn', 'Lowered', 'Adjusted', ...rolled];
export const rollHolderColumns = [
  'Account',
  'Registration',
  'Class',
  'Opening',
  'Issued',
  'Received',
  'Surrendered',
  'Retired',
  'Adjusted',
  ...rolled,
  'Restricted at the opening',
  'Restricted at the end',
  'Unrestricted at the end',
  'Opening restated by',
  'Cash in lieu',
];
export const rollWideOnly = ['Restricted at the opening', 'Opening restated by'];
export const rollMovementColumns = [
  'Trans. no.',
  'Effective',
  'Processed',
  'Late',
  'Type',
  'Movement',
  'Account',
  'Holder',
  'Class',
  'Shares',
  'Restricted',
  'Counterparty',
  'Reverses',
  'Reversed by',
];

export const rollEntryColumns = [
  'Trans. no.',
  'Effective',
  'Processed',
  'Late',
  'Type',
  'Class',
  'Reserved',
  'Authorized',
  'Authority',
];

export const outstandingCheckColumns = [
  'Dividend',
  'Paid',
  'Days old',
  'Checks',
  'Amount',
  'Of $25 or more',
  'Unresponsive on',
  'Notice by',
  'Stale from',
  'Now',
];
