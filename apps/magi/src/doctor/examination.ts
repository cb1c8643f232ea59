/** One thing that magi needs or can use, and how it stands. */
export interface Examination {
  readonly name: string;
  /** `fail`: reviews cannot run; `warn`: they run with less. */
  readonly state: 'ok' | 'warn' | 'fail';
  readonly text: string;
  readonly hint?: string;
}
