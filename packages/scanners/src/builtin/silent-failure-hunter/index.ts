import persona from '../../../personas/silent-failure-hunter.json' with { type: 'json' };
import type { BuiltinScanner } from '../scanner.ts';
import { catchesWithoutSwallowing } from './catches-without-swallowing.ts';
import { checksResultValues } from './checks-result-values.ts';
import { failsLoudlyOnStartup } from './fails-loudly-on-startup.ts';
import { handlesCallbackErrors } from './handles-callback-errors.ts';
import { handlesRejections } from './handles-rejections.ts';
import { hidesNoErrorBehindDefault } from './hides-no-error-behind-default.ts';
import { preservesErrorCause } from './preserves-error-cause.ts';
import { propagatesAfterLogging } from './propagates-after-logging.ts';
import { returnsNoSilentDefault } from './returns-no-silent-default.ts';

/** Failures that leave no trace. */
export const silentFailureHunter: BuiltinScanner = {
  id: 'silent-failure-hunter',
  persona,
  when: 'by-protocol',
  checks: [
    catchesWithoutSwallowing,
    propagatesAfterLogging,
    returnsNoSilentDefault,
    handlesRejections,
    hidesNoErrorBehindDefault,
    checksResultValues,
    handlesCallbackErrors,
    preservesErrorCause,
    failsLoudlyOnStartup,
  ],
};
