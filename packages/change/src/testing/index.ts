export {
  createRepository,
  type DisposableRepository,
  type Files,
  type RepositoryOptions,
} from './create-repository.ts';
export { makeHostile, type Traps } from './make-hostile.ts';
