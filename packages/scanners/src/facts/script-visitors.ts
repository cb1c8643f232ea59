import type { ScriptFile } from './script-file.ts';
import type { NodeKinds } from './typescript.ts';

/** Rules of one check by the kind of node they look at; each is called once per such node. */
export type ScriptVisitors = {
  readonly [Kind in keyof NodeKinds]?: (node: NodeKinds[Kind], file: ScriptFile) => void;
};
