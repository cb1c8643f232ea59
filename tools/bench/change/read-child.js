import { openSync, readFileSync, readSync } from 'node:fs';

/*
 * Reads a diff in a process of its own and prints what it took, as JSON:
 *
 *   node read-child.js BUNDLE DIFF_FILE TIMES     parses the text of a diff, cold first
 *   node read-child.js BUNDLE REPOSITORY          git's diff of `before` and `after`, as magi reads it
 */
const [, , bundle = '', place = '', times] = process.argv;
const { createDiffParser, diffTrees, openRepository } = await import(bundle);
const before = peakRss();
const took = [];
let files = 0;
let input = 0;
if (times === undefined) {
  const repository = await openRepository(place);
  const startedMs = performance.now();
  files = (await diffTrees(repository.value, 'before', 'after')).length;
  took.push(performance.now() - startedMs);
} else {
  for (let time = 0; time < Number(times); time += 1) {
    const startedMs = performance.now();
    ({ files, input } = parse(place));
    took.push(performance.now() - startedMs);
  }
}
console.log(JSON.stringify({ files, input, tookMs: took, addedRss: peakRss() - before }));

/** @param {string} file in the pieces that a pipe would give */
function parse(file) {
  const parser = createDiffParser();
  const fd = openSync(file, 'r');
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(65_536);
    const length = readSync(fd, chunk);
    if (length === 0) return { files: parser.end().files.length, input: total };
    total += length;
    parser.push(chunk.subarray(0, length));
  }
}

/** Of this program alone: what `getrusage` says on Linux includes the parent's at the fork. */
function peakRss() {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
