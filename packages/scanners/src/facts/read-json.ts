import { findJsonFault } from '../panel/json-fault.ts';
import type { FileFacts } from './file-facts.ts';
import { loadTypeScript, ts } from './typescript.ts';

/** Syntax errors of a JSON text; comments and trailing commas are accepted. */
export async function readJson(text: string): Promise<Pick<FileFacts, 'syntaxErrors' | 'limit'>> {
  const clean = text.replace(/^\uFEFF/, '');
  if (clean.trim() === '' || findJsonFault(clean) === null)
    return { syntaxErrors: [], limit: null };
  await loadTypeScript();
  const { error } = ts.parseConfigFileTextToJson('file.json', clean);
  if (error === undefined) return { syntaxErrors: [], limit: null };
  const line = clean.slice(0, error.start ?? 0).split('\n').length;
  const message = ts.flattenDiagnosticMessageText(error.messageText, ' ');
  return { syntaxErrors: [{ line, message }], limit: 'syntax errors' };
}
