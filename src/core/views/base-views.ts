import { folderOf } from '../note/file-name.js';
import { writeScalar } from '../note/front-matter/yaml-scalar.js';
import type { Folders } from '../settings/device-config.js';

export interface NewFile {
  readonly path: string;
  readonly text: string;
}

interface Table {
  readonly name: string;
  readonly filters: readonly string[];
  readonly columns: readonly (keyof typeof columnNames)[];
  readonly groupBy?: keyof typeof columnNames;
}

const columnNames = {
  'file.name': 'Note',
  'note.status': 'Status',
  'note.priority': 'Priority',
  'note.blocked_reason': 'Blocked',
  'note.source_link': 'Source',
  'note.created_date': 'Created',
  'note.action_type': 'Action',
  'note.target_recipient': 'Recipient',
  'note.plan_id': 'Plan',
  'note.rationale': 'Why',
  'note.expires': 'Expires',
} as const;

export function baseViews(folders: Folders, dashboardPath: string): readonly [NewFile, NewFile] {
  const folder = folderOf(dashboardPath);
  const pathOf = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
  return [
    { path: pathOf('Plans.base'), text: plansBase(folders) },
    { path: pathOf('Requests.base'), text: requestsBase(folders) },
  ];
}

function plansBase({ plans }: Folders): string {
  // Nobody works on a rejected plan, whatever its status says.
  const isWorked = `!${inFolder(`${plans}/rejected`)}`;
  const columns = ['file.name', 'note.status', 'note.priority'] as const;
  return renderBase(
    // Items and error reports have no `source_link`.
    ['file.hasProperty("task_id")', 'file.hasProperty("source_link")'],
    [
      {
        name: 'Open plans',
        filters: ['note.status != "Done"', 'note.status != "Cancelled"', isWorked],
        columns: [...columns, 'note.blocked_reason', 'note.source_link', 'note.created_date'],
        groupBy: 'note.status',
      },
      {
        name: 'Blocked',
        filters: ['note.status == "Blocked"', isWorked],
        columns: ['file.name', 'note.priority', 'note.blocked_reason', 'note.created_date'],
      },
      {
        name: 'All plans',
        filters: [],
        columns: [...columns, 'note.source_link', 'note.created_date'],
      },
    ],
  );
}

function requestsBase({ pending, approved, doneActions }: Folders): string {
  const columns = ['file.name', 'note.action_type', 'note.target_recipient'] as const;
  return renderBase(
    ['note.type == "approval_request"'],
    [
      {
        name: 'Waiting for your approval',
        filters: [inFolder(pending)],
        columns: [
          ...columns,
          'note.plan_id',
          'note.rationale',
          'note.created_date',
          'note.expires',
        ],
      },
      {
        name: 'Approved, not done yet',
        filters: [inFolder(approved)],
        columns: [...columns, 'note.plan_id', 'note.created_date'],
      },
      {
        name: 'Done',
        filters: [inFolder(doneActions)],
        columns: [...columns, 'note.status', 'note.plan_id', 'note.created_date'],
        groupBy: 'note.status',
      },
      {
        name: 'All requests',
        filters: [],
        columns: [...columns, 'note.status', 'note.plan_id', 'note.created_date'],
      },
    ],
  );
}

function inFolder(folder: string): string {
  return `file.inFolder(${JSON.stringify(folder)})`;
}

function renderBase(filters: readonly string[], tables: readonly Table[]): string {
  const shown = [...new Set(tables.flatMap(({ columns }) => columns))];
  return [
    ...filterLines(['file.ext == "md"', ...filters], ''),
    'properties:',
    ...shown.flatMap((column) => [`  ${column}:`, `    displayName: ${columnNames[column]}`]),
    'views:',
    ...tables.flatMap((table) => [
      '  - type: table',
      `    name: ${writeScalar(table.name)}`,
      ...(table.filters.length === 0 ? [] : filterLines(table.filters, '    ')),
      ...(table.groupBy === undefined
        ? []
        : ['    groupBy:', `      property: ${table.groupBy}`, '      direction: ASC']),
      '    order:',
      ...table.columns.map((column) => `      - ${column}`),
    ]),
    '',
  ].join('\n');
}

function filterLines(filters: readonly string[], indent: string): string[] {
  return [
    `${indent}filters:`,
    `${indent}  and:`,
    ...filters.map((filter) => `${indent}    - ${writeScalar(filter, 'single')}`),
  ];
}
