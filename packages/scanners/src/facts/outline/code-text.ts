import { createHash } from 'node:crypto';
import type { CommentFact } from './comments.ts';

/** Gives the text of a range without comments and white space. */
export type CodeText = (start: number, end: number) => string;

/** Prepares `CodeText` for one file. */
export function codeTextOf(text: string, comments: readonly CommentFact[]): CodeText {
  let blanked = '';
  let at = 0;
  for (const comment of comments) {
    blanked += text.slice(at, comment.start);
    blanked += ' '.repeat(comment.end - comment.start);
    at = comment.end;
  }
  blanked += text.slice(at);
  return (start, end) => blanked.slice(start, end).replace(/\s+/g, '');
}

/** Short digest for comparing pieces of code; 60 bits. */
export function shortHash(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, 15);
}
