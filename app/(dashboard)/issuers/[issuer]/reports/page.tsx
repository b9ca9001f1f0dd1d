export { generateMetadata, IssuerReportsPage as default } from '#features/reports/issuer-reports-page';
