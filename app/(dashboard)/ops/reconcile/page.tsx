export { generateMetadata, ReconcilePage as default } from '#features/proof/reconcile-page';
