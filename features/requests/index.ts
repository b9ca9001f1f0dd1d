export { factsOf } from './model.ts';
