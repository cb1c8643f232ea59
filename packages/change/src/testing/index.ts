export {
  createRepository,
  type DisposableRepository,
  type Files,
  type RepositoryOptions,
} from './create-repository.ts';
