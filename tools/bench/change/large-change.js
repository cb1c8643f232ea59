import { spawnSync } from 'node:child_process';

/**
 * Two commits, `before` and `after`, of many files with many separate edits.
 *
 * @param {string} folder an empty folder
 * @param {{ files: number, hunks: number }} size hunks of each file; each replaces one of ten lines
 */
export function makeLargeChange(folder, { files, hunks }) {
  git(folder, ['init', '-q', '-b', 'main']);
  const pieces = [];
  for (const side of ['before', 'after']) {
    pieces.push(`commit refs/heads/${side}\ncommitter a <a@example.org> 0 +0000\ndata 1\n.\n`);
    for (let file = 0; file < files; file += 1) {
      const text = textOf(file, hunks, side);
      pieces.push(`M 644 inline src/d${file % 100}/f${file}.ts\ndata ${text.length}\n${text}\n`);
    }
  }
  git(folder, ['fast-import', '--quiet'], pieces.join(''));
}

/** @param {number} file @param {number} hunks @param {string} side */
function textOf(file, hunks, side) {
  const lines = [];
  for (let line = 0; line < hunks * 10; line += 1) {
    const isEdited = line % 10 === 5;
    lines.push(`export const value_${file}_${line} = ${isEdited ? `'${side}'` : line};\n`);
  }
  return lines.join('');
}

/**
 * @param {string} folder
 * @param {readonly string[]} args
 * @param {string} [input]
 * @returns {Buffer}
 */
export function git(folder, args, input) {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: folder,
    input,
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  return stdout;
}
