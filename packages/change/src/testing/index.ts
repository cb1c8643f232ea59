export {
  createRepository,
  type DisposableRepository,
  type Files,
  type RepositoryOptions,
} from './create-repository.ts';
export { hostileAttributes, makeHostile, type Traps } from './make-hostile.ts';
