const folders =
  /(?:^|\/)(?:__tests__|__mocks__|tests?|specs?|e2e|cypress|testing|testdata|fixtures?)\//;
const names =
  /\.(?:test|spec|e2e|cy|test-d|bench|stories)s?\.[^/]+$|[^/]-tests?\.[mc]?[jt]sx?$|(?:^|\/)test_[^/]+\.py$|_(?:test|spec)\.(?:go|py|rb)$|(?:^|\/)conftest\.py$|Tests?\.(?:java|kt|cs)$/;
const support = /(?:^|\/)(?:fixtures?|__mocks__|__snapshots__|testing|testdata)\//;
const testFolders = /(?:^|\/)(?:__tests__|tests?|e2e|specs?)\//;
const docs = /(?:^|\/)(?:docs?|examples?|templates?|website|demos?|playgrounds?)\//;

/** True for tests and what only tests use: fixtures, mocks, test folders. */
export function isTestPath(path: string): boolean {
  return folders.test(path) || names.test(path);
}

/** True for files that hold tests themselves. */
export function holdsTests(path: string): boolean {
  return (names.test(path) || testFolders.test(path)) && !support.test(path);
}

/** True for code that ships: neither test, nor example, nor documentation, nor build script. */
export function isProductPath(path: string): boolean {
  return !isTestPath(path) && !docs.test(path) && !isToolPath(path);
}

/** True for scripts and configuration of the build. */
export function isToolPath(path: string): boolean {
  return /(?:^|\/)(?:scripts?|tools?|bin|cli|benchmarks?|bench|\.[^/]+)\/|\.config\.[^/]+$|(?:^|\/)(?:gulpfile|gruntfile|cli)\.[^/]+$/i.test(
    path,
  );
}
