export { generateMetadata, RecipePage as default } from '#features/self-service/recipe-page';
