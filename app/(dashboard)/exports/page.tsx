export { ExportsPage as default, generateMetadata } from '#features/exports/exports-page';
