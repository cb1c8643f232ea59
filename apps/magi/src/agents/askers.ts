/* What asks agents; loaded when the first one is asked. */
export { mergeWordings } from '@magi/agents';
export { createAgentScanner } from '@magi/scanners';
export { agentFixer } from '@magi/synthesis';
