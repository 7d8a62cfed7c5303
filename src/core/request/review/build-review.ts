import type { ChangedWhat } from '../approval/return-reason.js';
import { normalized } from '../../text/normalized.js';
import { canonicalJson, sha256Hex } from '../../digest.js';
import type { Problem } from '../../errors.js';
import type { Json } from '../../json.js';
import type { RequestFolder, StepSummary } from '../../mission/summaries.js';
import { applyEdits } from '../../text/edit.js';
import { setMachineLine } from '../../note/machine-line.js';
import { inReadingOrder } from '../action/argument-order.js';
import { recipientsOf } from '../call-title.js';
import { textsIn } from '../action/digests.js';
import { machineFieldsToJson } from '../machine-fields.js';
import { namedContents } from './content-reference.js';
import { pinnedTexts } from './pinned-files.js';
import type { ActionRequest, Preparation, MachineFields } from '../request.js';
import type { ProposedCall } from '../action/proposed-call.js';
import type {
  ArgumentChange,
  ArgumentView,
  AskerView,
  AttemptView,
  RejectedBefore,
  UnknownOutcomeView,
  Review,
  StepView,
} from './review.js';
import { hexOf, showInvisible } from '../../text/show-invisible.js';
import { kindOf, type ValueKind } from '../action/value-kind.js';

export interface ReviewState {
  readonly folder: RequestFolder;
  readonly blocked: Problem | null;
  readonly attempts: readonly AttemptView[];
  readonly asks: boolean;
  readonly undoUntilMs: number | null;
  readonly isPaused?: true;
  readonly practises?: true;
  readonly asker?: AskerView | null;
  readonly step?: StepSummary | null;
  readonly stepBefore?: string | null | undefined;
  readonly returnReason?: string;
  readonly changed?: ChangedWhat;
  readonly nothingSent?: true;
  readonly rejectedBefore?: RejectedBefore;
  readonly wasRefused?: boolean;
  readonly unknownOutcome?: UnknownOutcomeView | null;
}

export function buildReview(request: ActionRequest, state: ReviewState): Review {
  const { unknownOutcome = null, asker = null, step, stepBefore, ...known } = state;
  return {
    ...known,
    unknownOutcome,
    asker,
    requestId: request.requestId,
    path: request.path,
    planId: request.planId,
    stepId: request.stepId,
    step: step ? stepView(step, stepBefore ?? step.text) : null,
    actionType: showInvisible(request.actionType),
    targetRecipient: showInvisible(request.targetRecipient),
    ...recipientsOf(request.call.arguments, request.targetRecipient),
    rationale: showInvisible(request.rationale),
    createdDate: request.createdDate,
    expires: request.expires,
    bridge: showInvisible(request.call.bridge),
    tool: showInvisible(request.call.tool),
    arguments: argumentViews(request),
    shownDigest: sha256Hex(request.text),
    request,
  };
}

function stepView({ position, text }: StepSummary, before: string): StepView {
  return {
    position,
    text,
    shown: showInvisible(text),
    before: before === text ? null : showInvisible(before),
  };
}

function argumentViews({ call, machine }: ActionRequest): readonly ArgumentView[] {
  const files = machine.preparation?.files;
  const pinned = pinnedTexts(files ?? {}, textsIn(call.arguments));
  return inReadingOrder(Object.entries(call.arguments), ([name]) => name).map(
    ([name, value = null]) => {
      const paths = textsIn(value).flatMap((text) => pinned.get(text) ?? []);
      const loose = [...namedContents(name, value)].filter(([text]) => !pinned.has(text));
      return {
        name: showInvisible(name),
        kind: kindOf(value),
        text: valueText(value),
        files: [...new Set(paths)].map(showInvisible),
        notPinned:
          files === undefined
            ? []
            : loose.map(([text, how]) => ({ named: showInvisible(text), how })),
      };
    },
  );
}

function valueText(value: Json): string {
  return showInvisible(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
}

const otherText = 'Other text in the note';
const requestIdName = 'Request id';
const earlierAttempts = 'Earlier attempts';
const fingerprints = [
  'The server’s command or address',
  'The tool’s description or inputs',
] as const;
const ownNames = [
  ...['To (in the note)', 'Why', 'Type', 'Plan', 'Step', 'Expires', 'Server', 'Tool'],
  ...fingerprints,
  ...['Attached files', 'What counts as success'],
  ...[otherText, requestIdName, earlierAttempts],
] as const;
type OwnName = (typeof ownNames)[number];

export function changesByOthers(
  changes: readonly ArgumentChange[],
  { cameBack, wasAnswered }: { readonly cameBack: boolean; readonly wasAnswered: boolean },
): readonly ArgumentChange[] {
  const own = new Set([
    ...(cameBack ? [requestIdName, earlierAttempts] : []),
    ...(wasAnswered ? [otherText] : []),
  ]);
  return changes.filter(({ name }) => !own.has(name));
}

export function compareRequests(
  before: ActionRequest,
  after: ActionRequest,
): readonly ArgumentChange[] {
  const a = readable(before);
  const b = readable(after);
  const changes = differences(a, b);
  if (changes.length > 0) return changes;
  const texts = [unsigned(before), unsigned(after)] as const;
  if (texts[0] === texts[1]) return [];
  return [{ name: otherText, ...differingLines(...texts) }];
}

export function preparedLike(before: ActionRequest, { machine }: ActionRequest): ActionRequest {
  return { ...before, machine, text: withMachine(before.text, machine) };
}

export function compareCalls(before: ProposedCall, after: ProposedCall): readonly ArgumentChange[] {
  return differences(readableCall(before), readableCall(after));
}

function differences(
  a: ReadonlyMap<string, Readable>,
  b: ReadonlyMap<string, Readable>,
): readonly ArgumentChange[] {
  const names = [...new Set([...a.keys(), ...b.keys()])];
  return names.flatMap((name) => changeOf(name, a.get(name), b.get(name)));
}

function unsigned({ text, machine }: ActionRequest): string {
  const { nonce, ...said } = machine.preparation ?? {};
  if (machine.stamp === null && machine.confirms === null && nonce === undefined) return text;
  const preparation = machine.preparation && ({ ...said } as Preparation);
  return withMachine(text, { preparation, stamp: null, confirms: null });
}

function withMachine(text: string, machine: MachineFields): string {
  return applyEdits(text, setMachineLine(text, machineFieldsToJson(machine)));
}

interface Readable {
  readonly text: string;
  readonly kind: ValueKind;
}

function changeOf(name: string, before?: Readable, after?: Readable): readonly ArgumentChange[] {
  if (before?.text === after?.text && before?.kind === after?.kind) return [];
  const [from, to] =
    before && after && looksAlike(before.text, after.text)
      ? [spellOut(before.text), spellOut(after.text)]
      : [before?.text ?? null, after?.text ?? null];
  return [
    {
      name,
      before: from,
      after: to,
      ...(fingerprints.some((one) => one === name) ? { isFingerprint: true } : {}),
      ...(before && before.kind !== 'text' ? { beforeKind: before.kind } : {}),
      ...(after && after.kind !== 'text' ? { afterKind: after.kind } : {}),
    },
  ];
}

function looksAlike(a: string, b: string): boolean {
  return a !== b && normalized(a, 'NFC') === normalized(b, 'NFC');
}

function spellOut(text: string): string {
  return text.replace(/[^\p{ASCII}‹›]/gu, (character) => `‹U+${hexOf(character)}›`);
}

type Differing = Pick<ArgumentChange, 'before' | 'after'>;

export function differingLines(before: string, after: string): Differing {
  const a = before.split('\n');
  const b = after.split('\n');
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const middle = (lines: readonly string[]): string | null => {
    const differing = lines.slice(head, lines.length - tail);
    return differing.length === 0 ? null : showInvisible(differing.join('\n'));
  };
  return { before: middle(a), after: middle(b) };
}

function readable(request: ActionRequest): Map<string, Readable> {
  const { preparation } = request.machine;
  const fields: [OwnName, string | null][] = [
    ['To (in the note)', request.targetRecipient],
    ['Why', request.rationale],
    ['Type', request.actionType],
    ['Plan', request.planId],
    ['Step', request.stepId],
    ['Expires', request.expires],
    [requestIdName, request.requestId],
    ['The server’s command or address', preparation?.bridge_digest ?? null],
    ['The tool’s description or inputs', preparation?.tool_digest ?? null],
    ['Attached files', preparation ? canonicalJson(preparation.files) : null],
    ['What counts as success', preparation?.success ?? null],
    [earlierAttempts, preparation?.attempts.join(', ') || null],
  ];
  const present = fields.flatMap(([name, text]): [OwnName, Readable][] =>
    text === null ? [] : [[name, { text: showInvisible(text), kind: 'text' }]],
  );
  return new Map<string, Readable>([...present, ...readableCall(request.call)]);
}

function readableCall(call: ProposedCall): Map<string, Readable> {
  const args = Object.entries(call.arguments).map(([name, value]): [string, Readable] => [
    argumentLabel(name),
    { text: valueText(value), kind: kindOf(value) },
  ]);
  return new Map([
    ['Server' satisfies OwnName, { text: showInvisible(call.bridge), kind: 'text' }],
    ['Tool' satisfies OwnName, { text: showInvisible(call.tool), kind: 'text' }],
    ...args,
  ]);
}

function argumentLabel(name: string): string {
  const label = `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;
  const isPlain = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name);
  const isOwn = ownNames.some((own) => own === label) || label.startsWith('Argument ');
  return isPlain && !isOwn ? label : `Argument ${showInvisible(name)}`;
}
