import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from '../../../../../src/hosts/node/cli/main.js';

test.skipIf(process.platform === 'win32')(
  'adopt reads neither a pipe nor through a link, and ends',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'adopt-'));
    const vault = join(folder, 'vault');
    await mkdir(vault);
    const env = { ...process.env, XDG_CONFIG_HOME: join(folder, 'config') };
    const run = async (...args: string[]) => {
      const errors: string[] = [];
      const terminal = {
        line: () => undefined,
        error: (text: string) => void errors.push(text),
        colours: false,
        ask: () => Promise.resolve('adopt'),
      };
      const code = await main([...args, '--vault', vault], terminal, env);
      return { code, out: errors.join('\n') };
    };
    try {
      await run('setup');
      await writeFile(join(folder, 'outside.md'), '## Steps\n- [ ] Write\n');
      await symlink(join(folder, 'outside.md'), join(vault, 'Plans/PLAN_link.md'));
      execFileSync('mkfifo', [join(vault, 'Plans/PLAN_pipe.md')]);
      for (const name of ['link', 'pipe']) {
        const { code, out } = await run('adopt', `Plans/PLAN_${name}.md`);
        expect(code, name).toBe(3);
        expect(out, name).toMatch(/is a link|isn’t a (?:file|note)|not a/u);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  20_000,
);
