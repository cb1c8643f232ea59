import type { BuiltinCheck } from '../check.ts';

/** Markup sinks. */
export const rendersNoUntrustedHtml: BuiltinCheck = {
  id: 'renders_no_untrusted_html',
  taint: true,
  lint: {
    'react/no-danger': { severity: 'warning' },
    'react/no-danger-with-children': { severity: 'warning' },
    'react/jsx-no-target-blank': { severity: 'warning' },
    'react/jsx-no-script-url': { severity: 'critical' },
    'react/iframe-missing-sandbox': { severity: 'warning' },
  },
};
