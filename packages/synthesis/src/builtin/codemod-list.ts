import type { Codemod } from './codemod.ts';
import { asyncFileCall, awaitedCall, awaitedLoop } from './codemods/async.ts';
import { shellFreeCommand } from './codemods/commands.ts';
import { secureRandom, strongHash, verifyCertificates } from './codemods/crypto.ts';
import { removeConsoleCall, removeDebugger, unfocusTest } from './codemods/debris.ts';
import { textInsteadOfHtml } from './codemods/html.ts';
import { constantDeclaration, pushInsteadOfSpread } from './codemods/loops.ts';
import { changeInsteadOfSpread } from './codemods/reduce.ts';

/** Every codemod, in the order in which they are tried at one place. */
export const codemods: readonly Codemod[] = [
  removeDebugger,
  removeConsoleCall,
  unfocusTest,
  strongHash,
  secureRandom,
  verifyCertificates,
  shellFreeCommand,
  textInsteadOfHtml,
  awaitedLoop,
  awaitedCall,
  asyncFileCall,
  pushInsteadOfSpread,
  changeInsteadOfSpread,
  constantDeclaration,
];
