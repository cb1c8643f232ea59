import { BlockedReason, type LoopCheckpoint, type LoopTerminalResult } from '@magi/contracts';

/*
 * Rules between the fields of the documents of seed 002, which no JSON Schema can say. Each
 * violation is one line, as its validator prints them: `$.path: message`.
 */

/** What is wrong with a checkpoint of the right shape; empty when nothing is. */
export function checkpointProblems(checkpoint: LoopCheckpoint): readonly string[] {
  const {
    cycle_attempts: attempts,
    head_history: heads,
    base_revision_history: bases,
  } = checkpoint;
  const committed = attempts.filter(({ outcome }) => outcome === 'committed');
  const results = committed.map(({ resulting_head: head }) => head);
  return [
    ...rule(
      attempts.length <= checkpoint.original_cycle_budget,
      'cycle_attempts',
      'more than the budget',
    ),
    ...rule(
      heads[0] === checkpoint.initial_head,
      'head_history',
      'does not begin with initial_head',
    ),
    ...rule(
      heads.at(-1) === checkpoint.current_head,
      'head_history',
      'does not end with current_head',
    ),
    ...rule(
      JSON.stringify(results) === JSON.stringify(heads.slice(1)),
      'cycle_attempts',
      'committed attempts are not the heads after the first',
    ),
    ...rule(
      bases.at(-1)?.sha === checkpoint.comparison_base.sha,
      'base_revision_history',
      'does not end with comparison_base',
    ),
    ...rule(
      checkpoint.preserved_failed_attempts.length === attempts.length - committed.length,
      'preserved_failed_attempts',
      'not one for each attempt that was not committed',
    ),
    ...validationProblems('validation_outcomes', checkpoint.validation_outcomes),
    ...rule(
      checkpoint.source.status === 'unavailable' ||
        (checkpoint.source.last_verified_head !== undefined &&
          checkpoint.source.ahead_by !== undefined &&
          checkpoint.source.behind_by !== undefined),
      'source',
      'a bound source needs its head and both counts',
    ),
  ];
}

/** What is wrong with a terminal result of the right shape; empty when nothing is. */
export function terminalProblems(result: LoopTerminalResult): readonly string[] {
  const { terminal_state: state, reason, budget, head_history: heads } = result;
  const created = result.created_commits;
  return [
    ...rule(
      (state === 'converged') === (reason === undefined),
      'reason',
      `does not go with ${state}`,
    ),
    ...rule(
      state === 'converged' || (state === 'blocked') === BlockedReason.safeParse(reason).success,
      'reason',
      `is no reason of ${state}`,
    ),
    ...rule(
      budget.consumed_cycles + budget.remaining_cycles === budget.original_max_fix_cycles,
      'budget',
      'does not add up',
    ),
    ...rule(heads[0] === result.head.initial, 'head_history', 'does not begin with head.initial'),
    ...rule(heads.at(-1) === result.head.final, 'head_history', 'does not end with head.final'),
    ...rule(
      JSON.stringify(created) === JSON.stringify(heads.slice(1)),
      'created_commits',
      'are not the heads after the first',
    ),
    ...rule(
      heads.length === 1 || result.acceptance_reconciliation_required,
      'acceptance_reconciliation_required',
      'the head moved',
    ),
    ...result.finding_dispositions.flatMap(({ disposition, fix_commit_sha: fix }, index) =>
      rule(
        disposition === 'selected' ? created.includes(fix ?? '') : fix === undefined,
        `finding_dispositions[${index}].fix_commit_sha`,
        `does not go with ${disposition}`,
      ),
    ),
    ...validationProblems('validation_summary', result.validation_summary),
    ...publicationProblems(result),
    ...(state === 'converged' ? convergenceProblems(result) : []),
  ];
}

function publicationProblems(result: LoopTerminalResult): readonly string[] {
  const { terminal_state: state, reason, publication, unpushed_commits: unpushed } = result;
  const wanted =
    publication.policy === 'local_commit'
      ? 'not_applicable'
      : state === 'converged'
        ? 'published'
        : reason === 'remote_advanced' || reason === 'publication_failed'
          ? 'failed'
          : 'withheld';
  const isPublished = publication.status === 'published';
  return [
    ...rule(publication.status === wanted, 'publication.status', `has to be ${wanted}`),
    ...rule(!isPublished || unpushed.length === 0, 'unpushed_commits', 'are published'),
    ...rule(
      isPublished || result.head_history.length === 1 || unpushed.length > 0,
      'unpushed_commits',
      'miss what was not published',
    ),
  ];
}

function convergenceProblems(result: LoopTerminalResult): readonly string[] {
  const { validation_summary: validations, review_records: records } = result;
  const scopes = new Set(validations.map(({ scope }) => scope));
  const isProven = validations.every(({ status }) => status === 'passed');
  const final = records.filter(
    (record) =>
      record.head_sha === result.head.final &&
      record.comparison_base_sha === result.comparison_base.final.sha,
  );
  return [
    ...rule(
      isProven && scopes.has('focused') && scopes.has('full'),
      'validation_summary',
      'focused and full validation have not passed',
    ),
    ...rule(
      final.some(
        (record) => record.aggregate_verdict === 'clean' && record.write_isolation === 'enforced',
      ),
      'review_records',
      'no clean record of the final head and base',
    ),
    ...rule(
      records.every(({ mutation_attempts: writes }) => writes.length === 0),
      'review_records',
      'a reviewer tried to write',
    ),
  ];
}

function validationProblems(
  path: string,
  validations: LoopCheckpoint['validation_outcomes'],
): readonly string[] {
  return validations.flatMap(({ status, result, reason }, index) =>
    rule(
      status === 'unavailable' ? reason !== undefined : result !== undefined,
      `${path}[${index}]`,
      `${status} needs a ${status === 'unavailable' ? 'reason' : 'result'}`,
    ),
  );
}

function rule(holds: boolean, path: string, message: string): readonly string[] {
  return holds ? [] : [`$.${path}: ${message}`];
}
