export { BulkPage as default, generateMetadata } from '#features/bring-in/bulk-page';
