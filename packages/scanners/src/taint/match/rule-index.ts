import type {
  AssignmentRule,
  AttributeRule,
  CallPattern,
  CallSink,
  CompositionSink,
  PropertyRule,
  RegexPattern,
  RuleGroup,
  StringPattern,
} from '../rules/rule.ts';

/** All rules, by the word that decides whether a node can break them. */
export interface RuleIndex {
  readonly sinks: ReadonlyMap<string, readonly CallSink[]>;
  readonly calls: ReadonlyMap<string, readonly CallPattern[]>;
  readonly properties: ReadonlyMap<string, readonly PropertyRule[]>;
  readonly attributes: ReadonlyMap<string, readonly AttributeRule[]>;
  readonly assignments: readonly AssignmentRule[];
  readonly strings: readonly StringPattern[];
  readonly regexes: readonly RegexPattern[];
  readonly compositions: readonly CompositionSink[];
}

/** Sorts groups of rules into an index; done once a process. */
export function indexRules(groups: readonly RuleGroup[]): RuleIndex {
  return {
    sinks: byWord(
      groups.flatMap((group) => group.sinks ?? []),
      ({ methods }) => methods,
    ),
    calls: byWord(
      groups.flatMap((group) => group.calls ?? []),
      ({ methods }) => methods,
    ),
    properties: byWord(
      groups.flatMap((group) => group.properties ?? []),
      ({ names }) => names,
    ),
    attributes: byWord(
      groups.flatMap((group) => group.attributes ?? []),
      ({ names }) => names,
    ),
    assignments: groups.flatMap((group) => group.assignments ?? []),
    strings: groups.flatMap((group) => group.strings ?? []),
    regexes: groups.flatMap((group) => group.regexes ?? []),
    compositions: groups.flatMap((group) => group.compositions ?? []),
  };
}

function byWord<Item>(
  items: readonly Item[],
  wordsOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const index = new Map<string, Item[]>();
  for (const item of items)
    for (const word of wordsOf(item).split(' ')) {
      const known = index.get(word);
      if (known === undefined) index.set(word, [item]);
      else known.push(item);
    }
  return index;
}
