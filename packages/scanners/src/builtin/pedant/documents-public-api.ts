import { isScript } from '../../change/language.ts';
import type { BuiltinCheck, FileHit } from '../check.ts';
import { sideOf, sidesOf } from '../sides.ts';

const minShare = 0.8;
const minExports = 3;

/** New exports are documented where the module documents its exports. */
export const documentsPublicApi: BuiltinCheck = {
  id: 'documents_public_api',
  comparesSides: true,
  about: (source) => source.head !== null && isScript(source.language) && !source.isTest,
  change: (change) => {
    const hits = sidesOf(change, 'head')
      .filter(({ source }) => !source.isTest)
      .flatMap((head): FileHit[] => {
        const declared = head.outline.exports.filter(
          (one) => one.kind !== 're-export' && one.kind !== 'module',
        );
        const before = new Set(
          sideOf(change, head.source, 'base')?.outline.exports.map((one) => one.name),
        );
        const old = declared.filter((one) => before.has(one.name));
        const documented = old.filter((one) => one.documented).length;
        if (old.length < minExports || documented < old.length * minShare) return [];
        return declared
          .filter(
            (one) => !one.documented && !before.has(one.name) && head.source.added.has(one.line),
          )
          .map((one) => ({
            rule: 'export-undocumented',
            severity: 'info',
            file: head.path,
            line: one.line,
            endLine: one.line,
            message: `The export "${one.name}" has no documentation, unlike ${documented} of the ${old.length} others of this module.`,
            suggestion: 'Say in one sentence what it promises.',
          }));
      });
    return { hits };
  },
};
