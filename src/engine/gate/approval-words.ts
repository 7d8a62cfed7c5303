import type { Authority } from './authority.js';

/** How an approval is told in the audit log, and in the plan's log to somebody who reads nothing else. */
export function approvalWords(authority: Authority): {
  readonly recorded: string;
  readonly logged: string;
} {
  return authority.by === 'stamp'
    ? {
        recorded: `approved on ${authority.device}`,
        logged: `A person approved it on device ${authority.device}`,
      }
    : {
        recorded: 'moved to Approved (trusted-move policy)',
        logged:
          'The request was moved to Approved, which counts here, whoever moved it (trusted-move policy)',
      };
}
