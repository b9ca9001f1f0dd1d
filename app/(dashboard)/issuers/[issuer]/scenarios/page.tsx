export { generateMetadata, ScenariosPage as default } from '#features/scenarios/scenarios-page';
