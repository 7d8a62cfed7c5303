import { browserStorage } from '../device/browser-storage.js';
import { openDevice, type Device } from '../open-device.js';
import { Remote, type Socket } from '../rpc/remote.js';
import type { ServerMethods } from '../server/page-session.js';
import { mountApp } from '../ui/mount-app.js';
import { nodeRequire } from './node/node-require.js';
import { readPageOptions } from './page-options.js';
import { remoteDisk } from './remote-disk.js';
import { signalThroughServer } from './send-signal.js';

declare global {
  interface Window {
    /** The device that this page is, for tests; there once the app has started. */
    standIn?: Device;
  }
}

/** Makes this page a device: the app in it is started when this resolves. */
async function start(): Promise<Device> {
  const options = readPageOptions(location.search);
  const remote = new Remote<ServerMethods>(await connect(), () => tellPerson(LOST));
  const { session, vault, node } = await remote.call(
    'hello',
    options.device,
    options.platform === 'desktop',
  );
  const device = await openDevice({
    disk: remoteDisk(remote, vault.basePath),
    platform: options.platform,
    storage: browserStorage(`${vault.basePath}|${options.device}|`, window),
    outsideMoves: options.outsideMoves,
    indexDelay: options.indexDelay,
    ...(node === null
      ? {}
      : { nodeRequire: nodeRequire(remote, node, signalThroughServer(session)) }),
  });
  const phone = options.platform === 'phone';
  mountApp(device.host, { document, theme: options.theme, phone });
  if (options.width !== null) {
    const panel = document.querySelector<HTMLElement>('.mod-right-split');
    panel?.style.setProperty('width', `${options.width}px`);
  }
  document.title = vault.name;
  // As the app's window: whether what is begun here still ends is not promised.
  window.addEventListener('pagehide', () => void device.close('quit'));
  await device.start();
  const { workspace, vault: notes } = device.app;
  const first = options.open === null ? null : notes.getFileByPath(options.open);
  if (first !== null && workspace.getActiveFile() === null) {
    await workspace.getLeaf().openFile(first);
  }
  return device;
}

async function connect(): Promise<Socket> {
  const address = new URL('socket', location.href.replace(/^http/, 'ws'));
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error('The workbench does not answer. Start it again.'));
  });
  return socket as Socket;
}

const LOST = 'The workbench has ended. Start it again and open the address that it prints.';

/** Over everything, whatever state the app is in. */
function tellPerson(text: string): void {
  document.body.dataset['failed'] = text;
  const banner = document.createElement('div');
  banner.setAttribute('role', 'alert');
  banner.textContent = text;
  banner.style.cssText =
    'position: fixed; inset: 0 0 auto; z-index: 1000; padding: 1em; text-align: center;' +
    'font: 15px sans-serif; color: #fff; background: #a3262c';
  document.body.append(banner);
}

try {
  window.standIn = await start();
} catch (error) {
  console.error(error);
  tellPerson(error instanceof Error ? error.message : String(error));
}
