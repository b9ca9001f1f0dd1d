export { ComparePage as default, generateMetadata } from '#features/compare/compare-page';
