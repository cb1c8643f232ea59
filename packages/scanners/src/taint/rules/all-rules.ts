import { indexRules } from '../match/rule-index.ts';
import { codeRules } from './code.ts';
import { commandRules } from './command.ts';

/** Every rule of the engine. */
export const allRules = indexRules([commandRules, codeRules]);
