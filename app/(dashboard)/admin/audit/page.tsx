export { AuditPage as default, generateMetadata } from '#features/audit/audit-page';
