import { readClaude } from './claude.ts';
import { readCodex } from './codex.ts';
import { readCopilot } from './copilot.ts';
import { errorText } from './error-text.ts';
import { readGemini } from './gemini.ts';
import { readOpencode } from './opencode.ts';
import { readPi } from './pi.ts';
import { readQwen } from './qwen.ts';
import {
  nothingRead,
  type OutputReader,
  type ProgramOutput,
  type ReaderName,
  type ReadOutput,
} from './reader.ts';

/** A program of the user: everything it prints is the answer. */
const readText: OutputReader = ({ stdout }) => {
  const error = errorText(stdout);
  return { ...nothingRead, text: stdout, ...(error && { error }) };
};

const readers: Readonly<Record<ReaderName, OutputReader>> = {
  text: readText,
  claude: readClaude,
  codex: readCodex,
  gemini: readGemini,
  opencode: readOpencode,
  qwen: readQwen,
  copilot: readCopilot,
  pi: readPi,
};

/** Understands what an agent program printed; foreign output never throws. */
export function readOutput(name: ReaderName, output: ProgramOutput): ReadOutput {
  return readers[name](output);
}
