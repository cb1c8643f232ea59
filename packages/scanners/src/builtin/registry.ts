import { core } from './core/index.ts';
import { critic } from './critic/index.ts';
import { pedant } from './pedant/index.ts';
import { performance } from './performance/index.ts';
import { refactoring } from './refactoring/index.ts';
import type { BuiltinScanner } from './scanner.ts';
import { security } from './security/index.ts';
import { securityReviewer } from './security-reviewer/index.ts';
import { silentFailureHunter } from './silent-failure-hunter/index.ts';
import { witness } from './witness/index.ts';

/** Every shipped scanner. A new one is a folder beside this file and a line here. */
export const builtinScanners: readonly BuiltinScanner[] = [
  core,
  security,
  performance,
  refactoring,
  critic,
  pedant,
  witness,
  securityReviewer,
  silentFailureHunter,
];
