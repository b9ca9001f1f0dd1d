export { generateMetadata, NewReportPage as default } from '#features/reports/wizard/new-report-page';
