/** Codes of expected failures. People search for a code, so a code never changes. */
export type ProblemCode =
  | 'note_missing'
  | 'note_exists'
  | 'note_not_text'
  | 'note_too_large'
  | 'note_not_a_file'
  | 'note_read_failed'
  | 'note_write_failed'
  | 'note_changed'
  | 'watch_failed'
  | 'path_outside_vault'
  | 'path_not_allowed'
  | 'front_matter_missing'
  | 'front_matter_unclosed'
  | 'front_matter_invalid'
  | 'key_missing'
  | 'key_invalid'
  | 'section_missing'
  | 'section_order'
  | 'section_duplicate'
  | 'block_id_duplicate'
  | 'machine_line_invalid'
  | 'region_invalid'
  | 'plan_missing'
  | 'plan_duplicate'
  | 'plan_similar'
  | 'plan_finished'
  | 'plan_not_started'
  | 'step_missing'
  | 'step_gated'
  | 'step_not_gated'
  | 'step_done'
  | 'step_set_aside'
  | 'step_mark_unknown'
  | 'step_unread'
  | 'step_log_differs'
  | 'step_dependency_unknown'
  | 'step_dependency_cycle'
  | 'dependency_not_met'
  | 'too_many_steps'
  | 'transition_not_allowed'
  | 'log_entry_invalid'
  | 'request_missing'
  | 'request_duplicate'
  | 'request_not_open'
  | 'action_missing'
  | 'action_duplicate'
  | 'action_invalid'
  | 'action_number_ambiguous'
  | 'stamp_invalid'
  | 'request_not_ready'
  | 'approving_not_set_up'
  | 'attempts_not_checked'
  | 'gesture_used'
  | 'key_unavailable'
  | 'key_unknown'
  | 'route_missing'
  | 'foreign_unclear'
  | 'bridge_unknown'
  | 'bridge_unreachable'
  | 'bridges_closed'
  | 'bridge_invalid'
  | 'tool_unknown'
  | 'device_state_invalid'
  | 'device_state_write_failed'
  | 'device_database_failed'
  | 'settings_invalid'
  | 'vault_id_changed'
  | 'vault_not_set_up'
  | 'vault_missing'
  | 'ledger_write_failed'
  | 'ledger_invalid'
  | 'audit_write_failed'
  | 'audit_changed'
  | 'audit_read_failed'
  | 'audit_too_large'
  | 'locked'
  | 'nothing_runs'
  | 'agents_not_served'
  | 'notify_failed'
  | 'git_failed'
  | 'input_invalid'
  | 'usage';

/** `line` and `column` start at 1. */
export interface SourceLocation {
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
}

export interface Problem extends SourceLocation {
  readonly code: ProblemCode;
  readonly message: string;
  readonly advice: string;
}

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Problem };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail(
  code: ProblemCode,
  message: string,
  advice: string,
  place: SourceLocation = {},
): { readonly ok: false; readonly error: Problem } {
  return { ok: false, error: { code, message, advice, ...place } };
}

export class CountersignError extends Error {
  override readonly name = 'CountersignError';
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** Returns the problem as a text for a terminal or a log: `path:line:column: message advice`. */
export function describeProblem(problem: Problem): string {
  const place = [problem.path, problem.line, problem.column].filter((part) => part !== undefined);
  const prefix = place.length > 0 ? `${place.join(':')}: ` : '';
  return `${prefix}${problem.message} ${problem.advice}`.trim();
}

export function formatThrown(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
