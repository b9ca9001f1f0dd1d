export { DilutionPage as default, generateMetadata } from '#features/dilution/dilution-page';
