import { cp, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { closeSharedBrowser, sharedBrowser } from '../stand-in/chromium/browser.js';
import { installPlugin } from '../stand-in/server/built-plugin.js';
import { projectRoot } from '../stand-in/server/project-root.js';
import { serve, type Served } from '../stand-in/server/serve.js';

/** What a workbench is opened with; an empty vault on a desktop by default. */
export interface WorkbenchOptions {
  /** A folder to begin with a copy of. */
  readonly vault?: string;
  /** Notes to begin with: path → text. */
  readonly notes?: Readonly<Record<string, string>>;
  /** Files in the person's home folder: path → text. */
  readonly home?: Readonly<Record<string, string>>;
  /** Whether the built plugin is put into the vault; default `true`. */
  readonly plugin?: boolean;
  readonly device?: string;
  readonly platform?: 'desktop' | 'phone';
  readonly theme?: 'light' | 'dark';
  readonly size?: { readonly width: number; readonly height: number };
  readonly outsideMoves?: 'native' | 'create-first' | 'delete-first';
  /** How long the metadata index lags behind, in milliseconds; `never`: it is never ready. */
  readonly indexDelay?: number | 'never';
  /** How wide the right side panel is, in pixels. */
  readonly width?: number;
  /** Called for each page before anything is loaded into it. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Obsidian's stand-in in a real browser, with the built plugin, on a real folder. */
export interface Workbench {
  readonly page: Page;
  /** The vault's folder. */
  readonly vault: string;
  /** The folder that stands for this device's configuration folder. */
  readonly state: string;
  /** The person's home folder. */
  readonly home: string;
  /** What went wrong in the page unnoticed: errors that nobody caught, and what it logged as errors. */
  readonly errors: readonly string[];
  /** Names in a folder of the vault on disk, sorted, without hidden ones; none when it is missing. */
  notes(folder: string): Promise<string[]>;
  /** Unfolds the file explorer down to an entry. */
  reveal(path: string): Promise<void>;
  /** Selects entries of the file explorer, the first with a click, the others with Ctrl and a click. */
  select(paths: readonly string[]): Promise<void>;
  /**
   * Drags an entry, and whatever is selected with it, onto a folder, with the mouse. Folders around
   * the target must be unfolded before anything is selected: to unfold one takes a click.
   */
  drag(path: string, folder: string): Promise<void>;
  /** Runs a command through the command palette, with the keyboard. */
  openCommand(name: string): Promise<void>;
  clickButton(name: string): Promise<void>;
  /** Takes a picture and gives its file. */
  screenshot(name: string): Promise<string>;
  /** Ends the app and opens it again; `crash`: the page dies without a word. */
  restart(how?: { readonly crash?: boolean }): Promise<void>;
  /** Another device, on a copy of the vault as it is now; it is not synced. */
  secondDevice(options?: Omit<WorkbenchOptions, 'vault' | 'notes'>): Promise<Workbench>;
  close(): Promise<void>;
}

const open = new Set<Workbench>();

// Whatever a test file forgets to close.
afterAll(async () => {
  await Promise.all([...open].map((workbench) => workbench.close()));
  await closeSharedBrowser();
});

/** Opens a workbench and waits until the vault is loaded and the plugin enabled. */
export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'workbench-')));
  const vault = join(folder, 'vault');
  await makeVault(vault, options);
  // Nothing of the person who runs the tests is read, and a page reaches no other folder than these two.
  const home = join(folder, 'state', options.device ?? 'laptop', 'home');
  await writeFiles(home, options.home ?? {});
  const env = { ...process.env, HOME: home, USERPROFILE: home };
  const served = await serve({ vaultRoot: vault, stateRoot: join(folder, 'state'), env });
  const context = await openContext(options);
  const errors: string[] = [];
  let page = await openPage(context, served, options, errors);

  const workbench: Workbench = {
    get page() {
      return page;
    },
    vault,
    state: join(folder, 'state', options.device ?? 'laptop'),
    home,
    errors,

    async notes(path) {
      const names = await readdir(join(vault, path)).catch(() => []);
      return names.filter((name) => !name.startsWith('.')).sort();
    },

    async reveal(path) {
      const names = path.split('/');
      for (let depth = 1; depth < names.length; depth += 1) {
        await unfold(page, names.slice(0, depth).join('/'));
      }
      await entryOf(page, path).waitFor();
    },

    async select(paths) {
      for (const path of paths) await workbench.reveal(path);
      for (const [index, path] of paths.entries()) {
        await entryOf(page, path).click(index === 0 ? {} : { modifiers: ['Control'] });
      }
    },

    async drag(path, target) {
      await workbench.reveal(path);
      await workbench.reveal(target);
      await dragWithMouse(page, path, target);
    },

    async openCommand(name) {
      await page.keyboard.press('Control+p');
      await page.locator('.prompt input').fill(name);
      await page.locator('.prompt .suggestion-item').filter({ hasText: name }).first().waitFor();
      await page.keyboard.press('Enter');
    },

    clickButton: (name) => page.getByRole('button', { name, exact: true }).click(),

    async screenshot(name) {
      const file = join(
        projectRoot(),
        'node_modules/.cache/countersign/screenshots',
        `${name}.png`,
      );
      await page.screenshot({ path: file });
      return file;
    },

    async restart({ crash = false } = {}) {
      if (crash) await crashPage(page);
      else await quit(page);
      await goneFrom(served);
      await page.close();
      page = await openPage(context, served, options, errors);
    },

    async secondDevice(other = {}) {
      return openWorkbench({ device: 'second', plugin: false, ...other, vault });
    },

    async close() {
      open.delete(workbench);
      await context.close();
      await served.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  open.add(workbench);
  return workbench;
}

async function makeVault(
  root: string,
  { vault, notes = {}, plugin = true }: WorkbenchOptions,
): Promise<void> {
  await mkdir(root);
  if (vault !== undefined) await cp(vault, root, { recursive: true });
  await writeFiles(root, notes);
  if (plugin) await installPlugin(root);
}

async function writeFiles(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(root, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

async function openContext({ size, platform, theme }: WorkbenchOptions): Promise<BrowserContext> {
  const phone = platform === 'phone';
  return (await sharedBrowser()).newContext({
    viewport: size ?? (phone ? { width: 390, height: 844 } : { width: 1280, height: 800 }),
    colorScheme: theme ?? 'light',
    hasTouch: phone,
  });
}

async function openPage(
  context: BrowserContext,
  served: Served,
  options: WorkbenchOptions,
  errors: string[],
): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await options.prepare?.(page);
  const { device = 'laptop', platform, theme, outsideMoves, indexDelay, width } = options;
  const query = new URLSearchParams();
  const asked = { device, platform, theme, outsideMoves, indexDelay, width };
  for (const [key, value] of Object.entries(asked)) {
    if (value !== undefined) query.set(key, String(value));
  }
  await page.goto(`${served.address}?${query.toString()}`);
  await page.waitForFunction(() => 'standIn' in window || document.body.dataset['failed']);
  const failed = await page.evaluate(() => document.body.dataset['failed']);
  if (failed !== undefined) throw new Error(`The stand-in did not start: ${failed}`);
  return page;
}

/** A note or folder in the file explorer. */
function entryOf(page: Page, path: string): Locator {
  const named = `[data-path=${JSON.stringify(path)}]`;
  return page.locator(`.nav-file-title${named}, .nav-folder-title${named}`);
}

async function unfold(page: Page, folder: string): Promise<void> {
  const title = entryOf(page, folder);
  await title.waitFor();
  const isFolded = await title.evaluate((el) => el.closest('.is-collapsed') === el.parentElement);
  if (isFolded) await title.click();
}

/** Real moves of a real mouse: only their events are trusted. */
async function dragWithMouse(page: Page, path: string, target: string): Promise<void> {
  const [from, to] = [await centreOf(page, path), await centreOf(page, target)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  // A drag begins after a few pixels, and a place to drop on is told by two moves over it.
  await page.mouse.move(from.x + 6, from.y + 6, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.move(to.x + 1, to.y);
  await page.mouse.up();
}

async function centreOf(page: Page, path: string): Promise<{ x: number; y: number }> {
  const entry = entryOf(page, path);
  await entry.scrollIntoViewIfNeeded();
  const box = await entry.boundingBox();
  if (box === null) throw new Error(`${path} is not shown in the file explorer`);
  return { x: box.x + Math.min(box.width / 2, 40), y: box.y + box.height / 2 };
}

/** The app ends as its window is closed by hand, and its plugins are unloaded. */
async function quit(page: Page): Promise<void> {
  await page.evaluate(() => window.standIn?.close('quit'));
  await page.goto('about:blank');
}

async function crashPage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // It never answers.
  session.send('Page.crash').catch(() => {});
  await crashed;
}

/** Waits until the server has ended what the page left behind. */
async function goneFrom(served: Served): Promise<void> {
  while (served.pages() > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}
