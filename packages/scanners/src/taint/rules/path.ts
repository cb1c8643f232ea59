import type { Rule, RuleGroup } from './rule.ts';

const file: Rule = {
  rule: 'path-traversal/file-access',
  check: 'check_input_handling',
  cwe: 'CWE-22',
  severity: 'critical',
  message: 'Which file is touched depends on a value somebody else controls.',
  suggestion:
    'Resolve the path and check that it starts with the allowed folder, or use only its base name.',
};
const joined: Rule = {
  rule: 'path-traversal/joined-path',
  check: 'check_input_handling',
  cwe: 'CWE-22',
  severity: 'critical',
  message: 'A path is put together from a value that may contain "..".',
  suggestion: 'Check after joining that the result starts with the allowed folder.',
};
const sent: Rule = {
  rule: 'path-traversal/sent-file',
  check: 'check_input_handling',
  cwe: 'CWE-73',
  severity: 'critical',
  message: 'The file or template that is sent depends on a value somebody else controls.',
  suggestion: 'Look the value up in a fixed table, and give the call a root folder.',
};

const fileSystem =
  /^(fs|fs\/promises|fs-extra|graceful-fs|mz\/fs|memfs|fs-jetpack|rimraf|mkdirp|del|fast-glob|jsonfile|@types\/fs):|^(fs|fsp|fse|fsPromises|fsExtra|Deno)\.|^Bun\.(file|write)$/;

export const pathRules: RuleGroup = {
  sinks: [
    {
      rule: file,
      harm: 'path',
      methods:
        'readFile readFileSync readTextFile readTextFileSync writeFile writeFileSync writeTextFile appendFile appendFileSync createReadStream createWriteStream open openSync openAsBlob opendir opendirSync unlink unlinkSync rm rmSync rmdir rmdirSync mkdir mkdirSync readdir readdirSync stat statSync lstat lstatSync access accessSync exists existsSync chmod chmodSync chown chownSync truncate truncateSync readlink readlinkSync realpath realpathSync watch watchFile remove removeSync emptyDir emptyDirSync ensureDir ensureDirSync ensureFile outputFile outputFileSync outputJson readJson readJsonSync readJSON writeJson writeJsonSync writeJSON pathExists pathExistsSync cp cpSync utimes read write file',
      callee: fileSystem,
      given: [0],
      trustsEnvironment: true,
    },
    {
      rule: file,
      harm: 'path',
      methods:
        'copyFile copyFileSync rename renameSync link linkSync symlink symlinkSync copy copySync move moveSync',
      callee: fileSystem,
      given: [0, 1],
      trustsEnvironment: true,
    },
    {
      rule: joined,
      harm: 'path',
      methods: 'join resolve',
      callee:
        /^(path|path\/posix|path\/win32|upath|pathe|path-browserify):(posix\.|win32\.)?(join|resolve)$|^path\.(posix\.|win32\.)?(join|resolve)$/,
      given: 'any',
      trustsEnvironment: true,
    },
    {
      rule: sent,
      harm: 'path',
      methods: 'sendFile sendfile download attachment',
      callee: /(^|\.)(res|response|reply|resp|ctx|h|send|koa-send:)\w*\.\w+$|^res/,
      given: [0],
      trustsEnvironment: true,
    },
    {
      rule: sent,
      harm: 'path',
      methods: 'render view',
      callee: /(^|\.)(res|response|reply|resp|ctx)\.(render|view)$/,
      given: [0],
      least: 2,
    },
  ],
};
