export { BringInPage as default, generateMetadata } from '#features/bring-in/bring-in-page';
