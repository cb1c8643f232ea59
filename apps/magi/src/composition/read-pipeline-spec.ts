import { readFile } from 'node:fs/promises';
import { MagiError } from '@magi/contracts';
import { importPipelineSpec, type PipelineSpec } from '@magi/protocols';

/**
 * Reads the specification that `--spec` names.
 *
 * @throws `MAGI_SPEC_UNREADABLE`, `MAGI_SPEC_INVALID`, exit 2
 */
export async function readPipelineSpec(path: string): Promise<PipelineSpec> {
  const text = await readFile(path, 'utf8').catch((cause: Error) => {
    throw new MagiError('MAGI_SPEC_UNREADABLE', `${path} cannot be read: ${cause.message}`, {
      exitCode: 2,
      hint: 'Give --spec a file that exists.',
    });
  });
  const spec = importPipelineSpec(text);
  if (spec.ok) return spec.value;
  throw new MagiError('MAGI_SPEC_INVALID', `${path}: ${spec.error.message}`, {
    exitCode: 2,
    hint: 'The keys are pipeline, worker, reviewer, config and guards.',
  });
}
