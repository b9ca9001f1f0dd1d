export { ControlBookPage as default, generateMetadata } from '#features/proof/control-book-page';
