export { generateMetadata, OverviewPage as default } from '#features/overview/overview-page';
