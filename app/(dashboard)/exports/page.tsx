export { ExportsPage as default, generateMetadata } from '#features/move-out/exports-page';
