import type { NotApplying } from './judge-conformance.js';

/** The versions of MCP that the suite is run in: one of each era. */
export const versions = ['2025-11-25', '2026-07-28'] as const;

const [older, newer] = versions;

/** What of the conformance suite does not apply to our server, and why. */
export const notApplying: readonly NotApplying[] = [
  {
    because:
      'Our server has text only: no image, no sound, no bytes, and no resource inside another answer.',
    what: [
      'tools-call-image',
      'tools-call-audio',
      'tools-call-embedded-resource',
      'tools-call-mixed-content',
      'resources-read-binary',
      'prompts-get-embedded-resource',
      'prompts-get-with-image',
    ],
  },
  {
    because: 'Our resources need no template.',
    what: ['resources-templates-read'],
  },
  {
    because: 'It needs a capability that we do not declare: completions.',
    what: ['completion-complete'],
  },
  {
    because: 'It needs a capability that we do not declare: logging.',
    only: older,
    what: ['logging-set-level', 'tools-call-with-logging'],
  },
  {
    because: 'It needs a capability that we do not declare: subscriptions to resources.',
    only: older,
    what: ['resources-subscribe', 'resources-unsubscribe'],
  },
  {
    because: 'Our server never asks its client for anything: no sampling, no elicitation.',
    only: older,
    what: [
      'tools-call-sampling',
      'tools-call-elicitation',
      'elicitation-sep1034-defaults',
      'elicitation-sep1330-enums',
    ],
  },
  {
    because: 'It needs sessions. Our server keeps none.',
    only: older,
    what: ['server-sse-polling', 'server-sse-multiple-streams'],
  },
  {
    because:
      'It is for servers without tokens, and sends an Origin. Ours refuses each: no web page is a client.',
    what: ['dns-rebinding-protection:localhost-host-valid-accepted'],
  },
  {
    because: 'Our server never asks its client for anything: no result is `input_required`.',
    only: newer,
    what: [
      'input-required-result-basic-elicitation',
      'input-required-result-basic-sampling',
      'input-required-result-basic-list-roots',
      'input-required-result-request-state',
      'input-required-result-multiple-input-requests',
      'input-required-result-multi-round',
      'input-required-result-missing-input-response',
      'input-required-result-non-tool-request',
      'input-required-result-result-type',
      'input-required-result-tampered-state',
      'input-required-result-capability-check',
      'input-required-result-ignore-extra-params',
      'server-stateless:sep-2575-server-rejects-undeclared-capability',
      'server-stateless:sep-2575-missing-capability-http-400',
      'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
    ],
  },
  {
    because: 'It calls a tool of the suite that logs. Our server sends no log messages.',
    only: newer,
    what: ['server-stateless:sep-2575-server-no-log-without-loglevel'],
  },
  {
    because: 'No tool of ours has an argument that a header repeats (`x-mcp-header`).',
    only: newer,
    what: ['http-custom-header-server-validation'],
  },
];
