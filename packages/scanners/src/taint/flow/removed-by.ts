import { ts } from 'ts-morph';
import { unwrap } from '../model/syntax.ts';
import { everyHarm, Harm } from './origin.ts';

/** Mask of the harm a text can do no more once a pattern has been replaced everywhere in it. */
export function removedBy(pattern: ts.Expression | undefined): number {
  const node = pattern === undefined ? undefined : unwrap(pattern);
  if (node === undefined || !ts.isRegularExpressionLiteral(node)) return 0;
  const end = node.text.lastIndexOf('/');
  const source = node.text.slice(1, end);
  if (/^\^\(?(\\\.|\.)/.test(source)) return Harm.path;
  if (!node.text.slice(end).includes('g')) return 0;
  // Everything but a list of characters goes.
  if (/^\(?\[\^|^\\W/.test(source)) return everyHarm;
  let mask = 0;
  if (/\\\.|\\\/|\\\\/.test(source)) mask |= Harm.path;
  if (/[<>&]/.test(source)) mask |= Harm.html | Harm.xml;
  if (/['"`]/.test(source)) mask |= Harm.sql | Harm.command;
  if (/[\r\n]|\\[rn]/.test(source)) mask |= Harm.log;
  return mask;
}
