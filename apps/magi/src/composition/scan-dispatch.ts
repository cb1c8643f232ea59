import type { Repository } from '@magi/change';
import {
  MagiError,
  type Review,
  SarifSource,
  type ScanContext,
  type ScanInput,
} from '@magi/contracts';
import { createSarifScanner, createScannerPool } from '@magi/scanners';
import type { AgentDesk } from './agent-desk.ts';
import { sarifText } from './sarif-text.ts';

/** Hands each scan to what can do it. */
export interface ScanDispatch {
  scan(input: ScanInput, context: ScanContext): Promise<Review>;
  close(): Promise<void>;
}

/** What scanners of all kinds need of the outside. */
export interface ScanDispatchOptions {
  readonly repository: Repository;
  readonly agents: AgentDesk;
  readonly workerUrl: URL;
  readonly env: NodeJS.ProcessEnv;
}

/** Built-in scanners share a worker thread, agents the desk of the run. */
export function createScanDispatch(options: ScanDispatchOptions): ScanDispatch {
  const pool = createScannerPool({ mode: 'worker', workerUrl: options.workerUrl });
  const importReport = reportScans(options);
  return {
    scan(input, context) {
      switch (input.scanner.kind) {
        case 'builtin':
          return pool.scan(input, context);
        case 'command':
        case 'acp':
        case 'api':
          return options.agents.scan(input, context);
        case 'sarif':
          return importReport(input, context);
        case 'human':
          throw new MagiError(
            'MAGI_SCANNER_KIND',
            `Nothing here runs ${input.scanner.kind} scanners.`,
          );
      }
    },
    close: () => pool.close(),
  };
}

/** Reports of other tools, read or made anew for each scan. */
function reportScans({ repository, env }: ScanDispatchOptions) {
  const readText = sarifText(repository.root, env);
  return (input: ScanInput, context: ScanContext): Promise<Review> => {
    const source = SarifSource.parse(input.scanner.options?.source);
    return createSarifScanner(input.scanner, source, readText).scan(input, context);
  };
}
