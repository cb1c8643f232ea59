export { describeEventLog, type LogCapabilities } from './describe-event-log.ts';
export { describeReadOnlyLog } from './describe-read-only-log.ts';
