/** The Report section of the interface in one place; the parts are split by what they are about. */
export { DownloadReport } from './downloads.ts';
export * from './report-books.ts';
export * from './report-holders.ts';
export * from './report-read.ts';
