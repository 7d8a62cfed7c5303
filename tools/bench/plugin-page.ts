import type { Page } from 'playwright-core';
import { sharedBrowser } from '../../test/stand-in/chromium/browser.js';
import { decodeMessage } from '../../test/stand-in/rpc/wire.js';
import { serve } from '../../test/stand-in/server/serve.js';
import type { PluginVault } from './plugin-vault.js';

/** How long (ms) a large vault may take to be indexed for the first time. */
const patience = 600_000;

/** The stand-in in Chromium, with a vault open in it. */
export interface PluginPage {
  /** After a restart it is another one. */
  readonly page: Page;
  /** What this page asked of its disk and of Node since the last look: function and arguments. */
  takeCalls(): string[];
  /** Quits the app, and opens it again in a new page. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a vault and waits until the app has started and indexed it. */
export async function openPluginPage({ root, stateRoot }: PluginVault): Promise<PluginPage> {
  const served = await serve({ vaultRoot: root, stateRoot });
  const context = await (
    await sharedBrowser()
  ).newContext({
    viewport: { width: 1280, height: 800 },
  });
  context.setDefaultTimeout(patience);
  const open = async (): Promise<Page> => {
    const opened = await context.newPage();
    opened.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => {
        const message = decodeMessage(Buffer.from(payload));
        if ('method' in message)
          calls.push(`${message.method} ${message.args.map(String).join(' ')}`);
      });
    });
    await opened.goto(`${served.address}?device=laptop`);
    await opened.waitForFunction(() => 'standIn' in window || document.body.dataset['failed']);
    const failed = await opened.evaluate(() => document.body.dataset['failed']);
    if (failed !== undefined) throw new Error(`The stand-in did not start: ${failed}`);
    await opened.evaluate(() => window.standIn!.settled());
    return opened;
  };
  let calls: string[] = [];
  let page = await open();
  return {
    get page() {
      return page;
    },
    takeCalls() {
      const taken = calls;
      calls = [];
      return taken;
    },
    async restart() {
      await page.evaluate(() => window.standIn!.close('quit'));
      await page.close();
      while (served.pages() > 0) await new Promise((resolve) => setTimeout(resolve, 10));
      page = await open();
    },
    async close() {
      await context.close();
      await served.close();
    },
  };
}
