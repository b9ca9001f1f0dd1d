import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const segment = z.string().min(1).max(255);

/** The last three path segments of both download forms. */
const filePath = z.object({
  fileCode: segment.meta({ title: 'File code', description: 'Identifies the file.' }),
  fileName: segment.meta({ title: 'File name', description: 'File to download.' }),
  accessCode: segment.meta({ title: 'Access code', description: 'Secures the download.' }),
});

const request = {
  fileCode: 'b1946ac92492d2347c6235b4d2611184',
  fileName: 'ShareholderList_1004_20261120.pdf',
  accessCode: '591785b794601e212b260e25925636fd',
};

const DownloadReport = endpoint({
  section: 'Report',
  method: 'GET',
  path: '/api/v1/Report/DownloadReport/{fileCode}/{fileName}/{accessCode}',
  kind: 'download',
  access: 'server',
  summary: 'A generated report file',
  params: filePath,
  response: z.unknown(),
  issuer: { by: 'none' },
  example: { request },
});

const DownloadTransactionDetails = endpoint({
  section: 'Transaction',
  method: 'GET',
  path: '/api/v1/Transaction/GenerateTransactionDetails/{fileCode}/{fileName}/{accessCode}',
  kind: 'download',
  access: 'server',
  summary: 'A generated transaction details file',
  params: filePath,
  response: z.unknown(),
  issuer: { by: 'none' },
  example: { request: { ...request, fileName: 'TransactionDetails_1001_20261120.pdf' } },
});

export const downloadOperations = { DownloadReport, DownloadTransactionDetails };
