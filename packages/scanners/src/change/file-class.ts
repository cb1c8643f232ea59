const tests =
  /(?:^|\/)(?:__tests__|__mocks__|tests?|specs?|e2e|cypress|testing|testdata|fixtures?)\/|[._-](?:test|spec|e2e|cy|test-d|bench)s?\.[^/]+$|(?:^|\/)(?:test_[^/]+|[^/]+_test)\.(?:py|go|rb)$|(?:^|\/)conftest\.py$|Tests?\.(?:java|kt|cs)$/;
const testFile =
  /[._-](?:test|spec|e2e|cy|test-d)s?\.[^/]+$|(?:^|\/)(?:__tests__|tests?)\/|(?:^|\/)test_[^/]+\.py$|_test\.(?:go|py|rb)$/;
const docs = /(?:^|\/)(?:docs?|examples?|website|demos?|playgrounds?)\//;

/** True for tests and what only tests use: fixtures, mocks, test folders. */
export function isTestPath(path: string): boolean {
  return tests.test(path);
}

/** True for files that hold tests themselves. */
export function holdsTests(path: string): boolean {
  return testFile.test(path) && !/(?:^|\/)(?:fixtures?|__mocks__|__snapshots__)\//.test(path);
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
