import type { Problem } from '../errors.js';
import { isPractice } from '../request/action/digests.js';
import type { Review } from '../request/review/review.js';
import type { Folders } from '../settings/device-config.js';
import type { Answer, DeviceRole, PanelModel } from './panel-model.js';
import type { PlanSummary } from '../mission/summaries.js';

/** Marks practice plans. Anybody can write this text into a note. */
export const practiceSource = 'countersign:practice';

export interface PracticeRecord {
  readonly plan: PlanSummary | null;
  readonly executed: { readonly fromMs: number; readonly untilMs: number } | null;
}

export const noPractice: PracticeRecord = { plan: null, executed: null };

export function isPracticeSource(source: string): boolean {
  return source === practiceSource || source.startsWith(`${practiceSource}-`);
}

export interface TreeNode {
  readonly name: string;
  readonly isThere: boolean;
  readonly children: readonly TreeNode[];
}

export interface FolderPreview {
  readonly problem: string | null;
  readonly tree: readonly TreeNode[];
}

export type PracticeState =
  | { readonly is: 'none' }
  | {
      readonly is: 'approved';
      readonly mail: string | null;
      readonly plan: PlanSummary | null;
    }
  | {
      readonly is: 'under_way';
      readonly plan: PlanSummary;
      readonly request: string | null;
    };

export interface StartModel {
  readonly stage: PanelModel['stage'];
  readonly problem: Problem | null;
  readonly answer: Answer | null;
  readonly proposedBase: string;
  readonly folders: Folders | null;
  readonly tree: readonly TreeNode[];
  readonly practice: PracticeState;
  readonly device: DeviceRole;
  readonly isPhone: boolean;
}

export function practiceState(
  { plan, executed }: PracticeRecord,
  { reviews, device }: Pick<PanelModel, 'reviews' | 'device'>,
  mail: string | null,
): PracticeState {
  if (executed !== null) return { is: 'approved', mail, plan };
  if (plan === null) return { is: 'none' };
  const practises = ({ request: { call, machine } }: Review): boolean =>
    device.runs
      ? device.bridges.some(({ alias, isPractice }) => alias === call.bridge && isPractice === true)
      : isPractice(machine.preparation);
  const request = reviews.find((review) => review.planId === plan.planId && practises(review));
  return { is: 'under_way', plan, request: request?.path ?? null };
}

export function treeOf(
  paths: readonly string[],
  isThere: (path: string) => boolean,
): readonly TreeNode[] {
  interface Growing extends TreeNode {
    readonly children: Growing[];
  }
  const roots: Growing[] = [];
  for (const path of paths) {
    const names = path.split('/');
    let level = roots;
    for (const [depth, part] of names.entries()) {
      const here = names.slice(0, depth + 1).join('/');
      const name = depth < names.length - 1 || !part.endsWith('.md') ? `${part}/` : part;
      let node = level.find((one) => one.name === name);
      if (!node) {
        node = { name, isThere: isThere(here), children: [] };
        level.push(node);
      }
      level = node.children;
    }
  }
  return roots;
}

export function missingIn(tree: readonly TreeNode[]): readonly string[] {
  return tree.flatMap(({ name, isThere, children }) => [
    ...(isThere ? [] : [name]),
    ...missingIn(children),
  ]);
}
