import type { Severity } from '@magi/contracts';
import type { ExportFact } from '../../facts/outline/exports.ts';

/** How the shape of an export asks more of its users or gives them less, or null. */
export function narrowing(
  before: ExportFact,
  after: ExportFact,
): { readonly severity: Severity; readonly what: string } | null {
  if (
    before.signature === after.signature ||
    before.kind === 're-export' ||
    after.kind === 're-export'
  )
    return null;
  if (before.kind !== after.kind) {
    return { severity: 'warning', what: `was a ${before.kind} and is a ${after.kind}` };
  }
  if (before.kind === 'function') return narrowedCall(before.signature, after.signature);
  if (before.kind === 'class' || before.kind === 'interface') {
    return lostMembers(before.signature, after.signature);
  }
  if (before.kind === 'enum') return lostMembers(before.signature, after.signature, ',');
  return { severity: 'info', what: 'has another type' };
}

function narrowedCall(before: string, after: string): { severity: Severity; what: string } | null {
  const old = parse(before);
  const now = parse(after);
  const lost = old.parameters.length > now.parameters.length;
  if (lost && !now.parameters.some((one) => one.startsWith('...'))) {
    return { severity: 'warning', what: 'takes fewer arguments' };
  }
  for (const [index, parameter] of now.parameters.entries()) {
    const was = old.parameters[index];
    const isRequired = !parameter.startsWith('?') && !parameter.startsWith('...');
    if (was === undefined && isRequired)
      return { severity: 'warning', what: 'needs one more argument' };
    if (was?.startsWith('?') === true && isRequired) {
      return { severity: 'warning', what: `needs its argument ${index + 1}, which was optional` };
    }
    if (was !== undefined && typeOf(was) !== typeOf(parameter)) {
      return { severity: 'info', what: `has another type for its argument ${index + 1}` };
    }
  }
  return old.result === now.result ? null : { severity: 'info', what: 'returns another type' };
}

function lostMembers(
  before: string,
  after: string,
  separator = ';',
): { severity: Severity; what: string } | null {
  const kept = new Set(after.split(separator).map(nameOf));
  const lost = before
    .split(separator)
    .map(nameOf)
    .filter((name) => name !== '' && !kept.has(name));
  if (lost.length === 0) return null;
  return { severity: 'warning', what: `lost its member ${lost.slice(0, 3).join(', ')}` };
}

function nameOf(member: string): string {
  return /^(?:readonly\s+)?([\w$[\]'"#]+)/.exec(member.trim())?.[1] ?? member.trim();
}

/** Splits `(a,?b)=>T`; commas inside of brackets belong to a type. */
function parse(signature: string): { parameters: string[]; result: string } {
  const parameters: string[] = [];
  let depth = 0;
  let current = '';
  const start = signature.indexOf('(') + 1;
  for (let at = start; at < signature.length; at++) {
    const sign = signature.charAt(at);
    if (sign === ')' && depth === 0) {
      if (current !== '' || parameters.length > 0 || at > start) parameters.push(current);
      return { parameters, result: signature.slice(at + 3) };
    }
    if (sign === ',' && depth === 0) {
      parameters.push(current);
      current = '';
      continue;
    }
    if ('([{<'.includes(sign)) depth++;
    if (')]}'.includes(sign) || (sign === '>' && signature.charAt(at - 1) !== '=')) depth--;
    current += sign;
  }
  return { parameters, result: '' };
}

function typeOf(parameter: string): string {
  return parameter.replace(/^(?:\.\.\.)?\??/, '').replace(/\s/g, '');
}
