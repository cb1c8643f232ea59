/**
 * Who may import whom: the import law of design §4, checked by `check-boundaries.js`.
 *
 * A project may import only the projects listed for it here; a path after the package name is
 * allowed only where `openSubpaths` names it.
 * @type {Record<string, readonly string[]>}
 */
export const mayImport = {
  'packages/contracts': [],
  'packages/change': ['contracts'],
  'packages/agents': ['contracts'],
  'packages/consolidation': ['contracts'],
  'packages/event-log': ['contracts'],
  'packages/reports': ['contracts'],
  'packages/scanners': ['contracts', 'change', 'agents'],
  'packages/synthesis': ['contracts', 'change', 'agents'],
  'packages/engine': ['contracts', 'consolidation', 'event-log'],
  'packages/protocols': ['contracts', 'engine'],
  'packages/trainer': ['contracts', 'event-log', 'consolidation'],
  'apps/magi': [
    'contracts',
    'change',
    'agents',
    'consolidation',
    'event-log',
    'reports',
    'scanners',
    'synthesis',
    'engine',
    'protocols',
    'trainer',
  ],
  'apps/inspector': ['contracts', 'engine'],
  'tools/workspace': [],
  'tools/docs': [],
  // Benches measure the shipped code, bundled in memory.
  'tools/bench': ['contracts', 'consolidation', 'engine', 'event-log', 'protocols', 'trainer'],
};

/** Entry points beside the package itself that others may import. */
export const openSubpaths = ['conformance', 'testing', 'replay', 'worker'];
