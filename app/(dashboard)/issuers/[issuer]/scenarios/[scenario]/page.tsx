export { generateMetadata, ScenarioPage as default } from '#features/scenarios/scenario-page';
