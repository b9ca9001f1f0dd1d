export { generateMetadata, ProofPage as default } from '#features/proof/proof-page';
