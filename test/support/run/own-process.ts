import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const replacesModule = /\bvi\.(?:mock|doMock)\(/;
/** Registered where the helper is loaded: once, so for one test file only of those that share a process. */
const registersHook = /^(?:before|after)(?:All|Each)\(/m;
const imported = /\bfrom '(\.{1,2}\/[^']+)\.js'/g;

/**
 * The test files below a folder that need a process of their own: those that replace a module, or that reach a
 * helper which registers hooks when it is loaded. The others may share the modules that a process has loaded.
 */
export function needOwnProcess(folder: string): string[] {
  const texts = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name))
      .map((file) => [file, readFileSync(file, 'utf8')]),
  );
  const reaches = (file: string, seen: Set<string>): boolean => {
    const text = texts.get(file);
    if (text === undefined || seen.has(file)) return false;
    seen.add(file);
    if (replacesModule.test(text) || (!isTest(file) && registersHook.test(text))) return true;
    const names = [...text.matchAll(imported)].map(([, name = '']) => name);
    return names.some((name) => reaches(`${join(dirname(file), name)}.ts`, seen));
  };
  return [...texts.keys()].filter((file) => isTest(file) && reaches(file, new Set()));
}

function isTest(file: string): boolean {
  return file.endsWith('.test.ts');
}
