import picomatch from 'picomatch';

/** Files that nobody writes by hand, recognised by name alone, with the reason shown for them. */
const rules: readonly { readonly reason: string; readonly globs: readonly string[] }[] = [
  {
    reason: 'lock file',
    globs: [
      '**/{package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,bun.lock,bun.lockb}',
      '**/{deno.lock,Cargo.lock,Gemfile.lock,composer.lock,poetry.lock,uv.lock,pdm.lock}',
      '**/{Pipfile.lock,go.sum,go.work.sum,flake.lock,mix.lock,pubspec.lock,Podfile.lock}',
      '**/{Package.resolved,Cartfile.resolved,packages.lock.json,gradle.lockfile,conan.lock}',
      '**/{MODULE.bazel.lock,.terraform.lock.hcl}',
    ],
  },
  {
    reason: 'snapshot file',
    globs: ['**/__snapshots__/**', '**/__image_snapshots__/**', '**/*.{snap,snap.new,ambr}'],
  },
  {
    reason: 'vendored folder',
    globs: [
      '**/{node_modules,bower_components,jspm_packages,third_party,third-party,Pods}/**',
      'vendor/**',
      '**/Godeps/_workspace/**',
      '**/Carthage/Checkouts/**',
      '**/.yarn/{releases,plugins,sdks,cache,unplugged}/**',
      '**/.pnp.{cjs,js,loader.mjs}',
    ],
  },
  { reason: 'minified file', globs: ['**/*{.min,-min}.{js,mjs,cjs,css}'] },
  { reason: 'source map', globs: ['**/*.{js,mjs,cjs,css}.map'] },
  {
    reason: 'generated file',
    globs: [
      '**/__generated__/**',
      '**/*.generated.*',
      '**/*.tsbuildinfo',
      '**/*.pb.{go,cc,h,dart}',
      '**/*_pb2{,_grpc}.{py,pyi}',
      '**/*.{g,freezed}.dart',
      '**/*.designer.cs',
    ],
  },
];

const compiled = rules.map(({ reason, globs }) => ({
  reason,
  matches: picomatch([...globs], { dot: true }),
}));

/** Why the name of a file says that nobody needs to review it, or undefined. */
export function reasonByName(path: string): string | undefined {
  return compiled.find(({ matches }) => matches(path))?.reason;
}
