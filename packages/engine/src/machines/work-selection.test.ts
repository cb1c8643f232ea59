import type { FixInput, Review } from '@magi/contracts';
import { describe, expect, it } from 'vitest';
import { aCandidate, aProtocol, aScanner, playRun } from '../testing/index.ts';

describe('work in batches', () => {
  it('is the findings of one file while there are attempts enough', async () => {
    expect(await batches(['a', 'b'], { attempts: 3, attemptSpends: 'start' })).toEqual([
      ['a'],
      ['b'],
    ]);
  });
  it('is as many files as it takes to get through with the attempts that are left', async () => {
    const files = ['a', 'b', 'c', 'd', 'e'];
    const expected = [['a', 'b'], ['c', 'd'], ['e']];
    expect(await batches(files, { attempts: 3, attemptSpends: 'start' })).toEqual(expected);
    const onCompletion = { attempts: 3, attemptSpends: 'completion', hardCap: 9 } as const;
    expect(await batches(files, onCompletion)).toEqual(expected);
  });
  it('is one file a time where attempts are not limited', async () => {
    const budget = { reviews: 9, attemptSpends: 'start' } as const;
    expect(await batches(['a', 'b', 'c'], budget)).toEqual([['a'], ['b'], ['c']]);
  });
});

type Budget = ReturnType<typeof aProtocol>['budget'];

/** Files that each attempt of a loop is given, when every attempt mends what it is given. */
async function batches(files: readonly string[], budget: Budget): Promise<string[][]> {
  const given: string[][] = [];
  const scanner = aScanner('core', { checks: ['is_fine'] });
  const { fix } = aProtocol();
  await playRun(
    {
      ground: ({ round }: { readonly round: number }) => ({
        candidate: aCandidate({ head: `head${round}` }),
        panel: [scanner],
        configHash: '0'.repeat(64),
        dispositions: [],
      }),
      scan: ({ candidate }: { readonly candidate: ReturnType<typeof aCandidate> }): Review => {
        const left = files.filter((file) => !given.flat().includes(file));
        return {
          scanner: 'core',
          role: scanner.role,
          tree: candidate.head.tree,
          status: 'completed',
          assertions: [{ check: 'is_fine', value: left.length === 0 ? 'true' : 'false' }],
          findings: left.map((file) => ({
            check: 'is_fine',
            rule: 'rule',
            severity: 'critical',
            file,
            line: 1,
            message: `${file} is not fine`,
            evidence: file,
          })),
          coverage: candidate.files.map(({ path }) => ({ file: path, state: 'seen' })),
        };
      },
      fix: ({ attempt, candidate, findings }: FixInput) => {
        given.push([...new Set(findings.map(({ file }) => file))].sort());
        return {
          outcome: 'changed',
          fixer: 'scripted',
          startedFrom: candidate.head.commit ?? '',
          commit: `fix${attempt}`,
          tree: `tree${attempt}`,
          written: [],
          dispositions: [],
          conflicts: [],
        };
      },
    },
    { protocol: aProtocol({ budget, fix: { ...fix, scope: 'batch' } }) },
  );
  return given;
}
