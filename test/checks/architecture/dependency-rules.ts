import type { IFlattenedRuleSet } from 'dependency-cruiser';
import { layers, rooms, type Layer, type Room } from './layers.js';

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The folder and all below it, or just the file. */
const inside = (path: string) => `^${escape(path)}(?:/|$)`;

/** The files of a package, wherever above the cruised folder it is installed. */
const installed = (name: string) =>
  `(?:^|/)node_modules/${escape(name)}${name.endsWith('/') ? '' : '/'}`;

/** It has declarations and no code, so nothing resolves it. */
const TYPES_ONLY = '^obsidian$';

const speaksToObsidian = ({ packages }: Layer) => packages.includes('obsidian');

function rulesOf({ of, ours, packages, node }: Layer): NonNullable<IFlattenedRuleSet['forbidden']> {
  const from = { path: inside(of) };
  return [
    {
      name: `${of}: ours`,
      severity: 'error',
      from,
      to: { path: '^(?:src|test|tools|scripts)/', pathNot: [of, ...ours].map(inside) },
    },
    {
      name: `${of}: packages`,
      severity: 'error',
      from,
      to: {
        path: '(?:^|/)node_modules/',
        ...(packages.length > 0 ? { pathNot: packages.map(installed) } : {}),
      },
    },
    ...(node
      ? []
      : [
          {
            name: `${of}: node`,
            severity: 'error' as const,
            from,
            to: { dependencyTypes: ['core' as const] },
          },
        ]),
  ];
}

function ruleOfRoom({
  of,
  rooms: others,
}: Room): NonNullable<IFlattenedRuleSet['forbidden']>[number] {
  return {
    name: `${of}: rooms`,
    severity: 'error',
    from: { path: inside(of) },
    to: { path: '^src/engine/', pathNot: [of, ...others].map(inside) },
  };
}

/** The import table as rules of dependency-cruiser, plus: no cycles, nothing that does not exist. */
export const dependencyRules: IFlattenedRuleSet = {
  forbidden: [
    ...layers.flatMap(rulesOf),
    ...rooms.map(ruleOfRoom),
    {
      name: 'in a layer',
      comment: 'Every file of src stands in a folder that the table names.',
      severity: 'error',
      from: { path: '^src/', pathNot: layers.map(({ of }) => inside(of)) },
      to: {},
    },
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: TYPES_ONLY },
    },
    {
      name: 'obsidian where it is allowed',
      severity: 'error',
      from: { pathNot: layers.filter(speaksToObsidian).map(({ of }) => inside(of)) },
      to: { path: TYPES_ONLY },
    },
  ],
};
