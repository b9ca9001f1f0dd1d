// Table of all operations with their handlers.

import type { Contract, EndpointId, ExactResponseFor, RequestFor } from '#lib/contract/index';
import type { FileResponse, StoredFile } from '../http/file-reply.ts';
import type { JsonText } from '../http/reply.ts';
import { addRecordDifferenceStep } from './add-record-difference-step/handler.ts';
import { approveItems } from './approve-items/handler.ts';
import { approveRegisterFile } from './approve-register-file/handler.ts';
import { assignItems } from './assign-items/handler.ts';
import { cancelItems } from './cancel-items/handler.ts';
import { changeRecordDifference } from './change-record-difference/handler.ts';
import { checkItem } from './check-item/handler.ts';
import { checkRegisterFile } from './check-register-file/handler.ts';
import { continueRegisterExport } from './continue-register-export/handler.ts';
import { continueRegisterPull } from './continue-register-pull/handler.ts';
import { createItem } from './create-item/handler.ts';
import { createNewIssuance } from './create-new-issuance/handler.ts';
import { createOrUpdate } from './create-or-update/handler.ts';
import { createRegisterExport } from './create-register-export/handler.ts';
import { createRegisterFile } from './create-register-file/handler.ts';
import { createRegisterPull } from './create-register-pull/handler.ts';
import { createRequest } from './create-request/handler.ts';
import { discardRegisterExport } from './discard-register-export/handler.ts';
import { discardRegisterFile } from './discard-register-file/handler.ts';
import { downloadReport } from './download-report/handler.ts';
import { explainPositionBreak } from './explain-position-break/handler.ts';
import { generateTransactionList } from './generate-transaction-list/handler.ts';
import { getAgentOperations } from './get-agent-operations/handler.ts';
import { getAgentSettings } from './get-agent-settings/handler.ts';
import { getBulkResults } from './get-bulk-results/handler.ts';
import { getBulkResultsFile } from './get-bulk-results-file/handler.ts';
import { getCertificatesAsOf } from './get-certificates-as-of/handler.ts';
import { getControlBook } from './get-control-book/handler.ts';
import { getDilutedPercentage } from './get-diluted-percentage/handler.ts';
import { getDividendList } from './get-dividend-list/handler.ts';
import { getDividendPayments } from './get-dividend-payments/handler.ts';
import { getHolderChanges } from './get-holder-changes/handler.ts';
import { getHoldersAsOf } from './get-holders-as-of/handler.ts';
import { getHoldingCertificates } from './get-holding-certificates/handler.ts';
import { getHoldingSummary } from './get-holding-summary/handler.ts';
import { getCertificateDefinitions } from './get-issuer-active-certificate-definitions/handler.ts';
import { getIssuerBalance } from './get-issuer-balance/handler.ts';
import { getIssuerBooks } from './get-issuer-books/handler.ts';
import { getIssuerSecurityTypes } from './get-issuer-security-types/handler.ts';
import { getIssuerShareholderDetails } from './get-issuer-shareholder-details/handler.ts';
import { getItem } from './get-item/handler.ts';
import { getItemChanges } from './get-item-changes/handler.ts';
import { getItemDocument } from './get-item-document/handler.ts';
import { getItems } from './get-items/handler.ts';
import { getLargestChanges } from './get-largest-changes/handler.ts';
import { getLargestHolders } from './get-largest-holders/handler.ts';
import { getOwnershipPercentage } from './get-ownership-percentage/handler.ts';
import { getPositionFiles } from './get-position-files/handler.ts';
import { getPositionMatches } from './get-position-matches/handler.ts';
import { getPositionMovements } from './get-position-movements/handler.ts';
import { getProof } from './get-proof/handler.ts';
import { getProposals } from './get-proposals/handler.ts';
import { getProxyList } from './get-proxy-list/handler.ts';
import { getRecordDifferences } from './get-record-differences/handler.ts';
import { getRegisterAcceptanceLetter } from './get-register-acceptance-letter/handler.ts';
import { getRegisterExport } from './get-register-export/handler.ts';
import { getRegisterExportFile } from './get-register-export-file/handler.ts';
import { getRegisterExports } from './get-register-exports/handler.ts';
import { getRegisterFile } from './get-register-file/handler.ts';
import { getRegisterFiles } from './get-register-files/handler.ts';
import { getRegisterFindings } from './get-register-findings/handler.ts';
import { getRegisterFindingsFile } from './get-register-findings-file/handler.ts';
import { getRegisterJournalFile } from './get-register-journal-file/handler.ts';
import { getRegisterTemplate } from './get-register-template/handler.ts';
import { getRejections } from './get-rejections/handler.ts';
import { getRequest } from './get-request/handler.ts';
import { getRequestDocument } from './get-request-document/handler.ts';
import { getRequests } from './get-requests/handler.ts';
import { getRollForwardNotes } from './get-roll-forward-notes/handler.ts';
import { getSealCertificate } from './get-seal-certificate/handler.ts';
import { getSentReports } from './get-sent-reports/handler.ts';
import { getShareholderCapTable } from './get-shareholder-cap-table/handler.ts';
import { getShareholderDetails } from './get-shareholder-details/handler.ts';
import { getShareholderDetailsList } from './get-shareholder-details-list/handler.ts';
import { getStops } from './get-stops/handler.ts';
import { getTAStatusTransactions } from './get-ta-status-transactions/handler.ts';
import { getTA2Report } from './get-ta2-report/handler.ts';
import { getTA2Rows } from './get-ta2-rows/handler.ts';
import { getTA2Worksheet } from './get-ta2-worksheet/handler.ts';
import { getTransferAgentIssuers } from './get-transfer-agent-issuers/handler.ts';
import { getTurnaround } from './get-turnaround/handler.ts';
import { holdItems } from './hold-items/handler.ts';
import { importPositionFile } from './import-position-file/handler.ts';
import { openRecordDifference } from './open-record-difference/handler.ts';
import type { Context } from './parts/context.ts';
import { generating, type Report } from './parts/report/generate.ts';
import type { ReportId } from './parts/report/order.ts';
import { postItems } from './post-items/handler.ts';
import { postRegisterFile } from './post-register-file/handler.ts';
import { recordSentReport } from './record-sent-report/handler.ts';
import { rejectItems } from './reject-items/handler.ts';
import { removeItemDocument } from './remove-item-document/handler.ts';
import { reports } from './reports.ts';
import { resolveRecordDifference } from './resolve-record-difference/handler.ts';
import { returnItems } from './return-items/handler.ts';
import { searchRegister } from './search-register/handler.ts';
import { sendRequestMessage } from './send-request-message/handler.ts';
import { setRegisterColumns } from './set-register-columns/handler.ts';
import { setRegisterTotals } from './set-register-totals/handler.ts';
import { setRegisterValues } from './set-register-values/handler.ts';
import { setTA2Line } from './set-ta2-line/handler.ts';
import { signTA2 } from './sign-ta2/handler.ts';
import { stopRegisterExport } from './stop-register-export/handler.ts';
import { stopRegisterPosting } from './stop-register-posting/handler.ts';
import { stopRegisterPull } from './stop-register-pull/handler.ts';
import { submitItems } from './submit-items/handler.ts';
import { undoRegisterFile } from './undo-register-file/handler.ts';
import { updateItem } from './update-item/handler.ts';
import { uploadItemDocument } from './upload-item-document/handler.ts';
import { uploadRegisterPart } from './upload-register-part/handler.ts';
import { uploadRequestDocument } from './upload-request-document/handler.ts';
import { withdrawRequest } from './withdraw-request/handler.ts';
import { writeToIssuer } from './write-to-issuer/handler.ts';

type Result<Id extends EndpointId> = Contract[Id]['kind'] extends 'download'
  ? FileResponse
  : Contract[Id]['kind'] extends 'file'
    ? StoredFile | FileResponse
    : ExactResponseFor<Id> | JsonText;

type Handler<Id extends EndpointId> = (ctx: Context, input: RequestFor<Id>) => Promise<Result<Id>>;

/** Every operation but the token request, which is handled separately (access/token-call.ts). */
export type Served = Exclude<EndpointId, 'Token'>;

/** The handlers of the reports, made from what each report says about itself. */
function reportHandlers() {
  const entries = Object.entries(reports).map(([id, report]) => [
    id,
    generating(id as ReportId, report as Report<ReportId>),
  ]);
  return Object.fromEntries(entries) as { [Id in ReportId]: Handler<Id> };
}

/** The handler of each operation. An operation of the contract without one does not compile. */
export const handlers = {
  ...reportHandlers(),
  GetTransferAgentIssuers: getTransferAgentIssuers,
  GetIssuerSecurityTypes: getIssuerSecurityTypes,
  GetIssuerBalance: getIssuerBalance,
  GetShareholderCapTable: getShareholderCapTable,
  GetIssuerShareholderDetails: getIssuerShareholderDetails,
  GetOwnershipPercentage: getOwnershipPercentage,
  GetShareholderDetails: getShareholderDetails,
  GetShareholderDetailsList: getShareholderDetailsList,
  GetHoldingSummary: getHoldingSummary,
  GetHoldingCertificates: getHoldingCertificates,
  GetIssuerActiveCertificateDefinitions: getCertificateDefinitions,
  GetDilutedPercentage: getDilutedPercentage,
  GetProxyList: getProxyList,
  GetDividendList: getDividendList,
  GetTAStatusTransactions: getTAStatusTransactions,
  GetTA2Report: getTA2Report,
  GenerateTransactionList: generateTransactionList,
  CreateOrUpdate: createOrUpdate,
  CreateNewIssuance: createNewIssuance,
  DownloadReport: downloadReport,
  DownloadTransactionDetails: downloadReport,
  GetAgentOperations: getAgentOperations,
  GetAgentSettings: getAgentSettings,
  CheckItem: checkItem,
  CreateItem: createItem,
  UpdateItem: updateItem,
  GetItem: getItem,
  GetItems: getItems,
  GetItemChanges: getItemChanges,
  SubmitItems: submitItems,
  ApproveItems: approveItems,
  HoldItems: holdItems,
  ReturnItems: returnItems,
  AssignItems: assignItems,
  CancelItems: cancelItems,
  PostItems: postItems,
  RejectItems: rejectItems,
  UploadItemDocument: uploadItemDocument,
  GetItemDocument: getItemDocument,
  RemoveItemDocument: removeItemDocument,
  CreateRequest: createRequest,
  GetRequest: getRequest,
  GetRequestDocument: getRequestDocument,
  GetRequests: getRequests,
  SendRequestMessage: sendRequestMessage,
  UploadRequestDocument: uploadRequestDocument,
  WithdrawRequest: withdrawRequest,
  WriteToIssuer: writeToIssuer,
  GetCertificatesAsOf: getCertificatesAsOf,
  GetControlBook: getControlBook,
  GetDividendPayments: getDividendPayments,
  GetHolderChanges: getHolderChanges,
  GetHoldersAsOf: getHoldersAsOf,
  GetIssuerBooks: getIssuerBooks,
  GetLargestChanges: getLargestChanges,
  GetLargestHolders: getLargestHolders,
  GetProof: getProof,
  GetPositionFiles: getPositionFiles,
  ImportPositionFile: importPositionFile,
  GetPositionMatches: getPositionMatches,
  ExplainPositionBreak: explainPositionBreak,
  GetSealCertificate: getSealCertificate,
  GetProposals: getProposals,
  GetRecordDifferences: getRecordDifferences,
  GetRejections: getRejections,
  GetRollForwardNotes: getRollForwardNotes,
  GetPositionMovements: getPositionMovements,
  GetStops: getStops,
  GetTurnaround: getTurnaround,
  SearchRegister: searchRegister,
  GetTA2Worksheet: getTA2Worksheet,
  GetTA2Rows: getTA2Rows,
  SetTA2Line: setTA2Line,
  SignTA2: signTA2,
  OpenRecordDifference: openRecordDifference,
  ChangeRecordDifference: changeRecordDifference,
  AddRecordDifferenceStep: addRecordDifferenceStep,
  ResolveRecordDifference: resolveRecordDifference,
  GetSentReports: getSentReports,
  RecordSentReport: recordSentReport,
  GetRegisterTemplate: getRegisterTemplate,
  GetRegisterFiles: getRegisterFiles,
  GetRegisterFile: getRegisterFile,
  GetRegisterFindings: getRegisterFindings,
  GetRegisterFindingsFile: getRegisterFindingsFile,
  GetRegisterAcceptanceLetter: getRegisterAcceptanceLetter,
  CreateRegisterFile: createRegisterFile,
  UploadRegisterPart: uploadRegisterPart,
  CreateRegisterPull: createRegisterPull,
  ContinueRegisterPull: continueRegisterPull,
  StopRegisterPull: stopRegisterPull,
  GetRegisterJournalFile: getRegisterJournalFile,
  CheckRegisterFile: checkRegisterFile,
  SetRegisterColumns: setRegisterColumns,
  SetRegisterValues: setRegisterValues,
  SetRegisterTotals: setRegisterTotals,
  ApproveRegisterFile: approveRegisterFile,
  PostRegisterFile: postRegisterFile,
  StopRegisterPosting: stopRegisterPosting,
  GetBulkResults: getBulkResults,
  GetBulkResultsFile: getBulkResultsFile,
  UndoRegisterFile: undoRegisterFile,
  DiscardRegisterFile: discardRegisterFile,
  GetRegisterExports: getRegisterExports,
  GetRegisterExport: getRegisterExport,
  GetRegisterExportFile: getRegisterExportFile,
  CreateRegisterExport: createRegisterExport,
  StopRegisterExport: stopRegisterExport,
  ContinueRegisterExport: continueRegisterExport,
  DiscardRegisterExport: discardRegisterExport,
} as const satisfies { [Id in Served]: Handler<Id> };

/** All operations served, including the token request. */
export const servedIds: readonly EndpointId[] = [...(Object.keys(handlers) as Served[]), 'Token'];

export function isServed(id: EndpointId): id is Served {
  return Object.hasOwn(handlers, id);
}

/**
 * The handler of an operation, typed for the router. The request was decoded by the schemas of the same
 * operation.
 */
export function handlerOf(id: Served): (ctx: Context, input: unknown) => Promise<unknown> {
  return handlers[id] as (ctx: Context, input: unknown) => Promise<unknown>;
}
