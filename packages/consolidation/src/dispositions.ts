import type { Disposition, Finding } from '@magi/contracts';

export type DisposedFindings<Item extends { readonly finding: Finding }> = {
  readonly open: readonly Item[];
  readonly suppressed: readonly (Item & { readonly disposition: Disposition })[];
  /** Findings that were disposed of once, on content that has changed since: judged again. */
  readonly reopened: readonly { readonly finding: Finding; readonly disposition: Disposition }[];
};

/**
 * Sets findings aside that a person already answered for the very same content.
 *
 * A disposition holds for one identity and one content digest; the latest one counts. On changed
 * content the finding is open again and its history is told. `fixed` never sets a finding aside:
 * what is reported again is not fixed.
 */
export function applyDispositions<Item extends { readonly finding: Finding }>(
  items: readonly Item[],
  dispositions: readonly Disposition[],
): DisposedFindings<Item> {
  const open: Item[] = [];
  const suppressed: (Item & { readonly disposition: Disposition })[] = [];
  const reopened: { readonly finding: Finding; readonly disposition: Disposition }[] = [];
  for (const item of items) {
    const { finding } = item;
    const answers = dispositions.filter((answer) => answer.fingerprint === finding.fingerprint);
    const valid = latest(answers.filter((it) => it.contentDigest === finding.contentDigest));
    const disposition = valid ?? latest(answers);
    if (valid !== undefined && valid.value !== 'fixed') {
      suppressed.push({ ...item, disposition: valid });
      continue;
    }
    open.push(item);
    if (disposition !== undefined) reopened.push({ finding, disposition });
  }
  return { open, suppressed, reopened };
}

/** What was said about a finding before, in one sentence. */
export function tellDisposition(disposition: Disposition): string {
  const value = disposition.value.replaceAll('_', ' ');
  const reason = disposition.reason === '' ? '' : `: ${disposition.reason}`;
  return `${value} by ${disposition.by} in round ${disposition.round}${reason}`;
}

function latest(answers: readonly Disposition[]): Disposition | undefined {
  return answers.reduce<Disposition | undefined>(
    (newest, answer) => (newest === undefined || answer.round >= newest.round ? answer : newest),
    undefined,
  );
}
