import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import type { VaultDisk } from '../disk/vault-disk.js';
import { describeError } from '../rpc/remote-error.js';
import type { Methods } from '../rpc/remote.js';
import { decodeMessage, encodeMessage } from '../rpc/wire.js';
import { allowedPlaces } from './methods/allowed-places.js';
import { startAppProcess, type AppProcess } from './app-process.js';
import { ChildMethods } from './methods/child-methods.js';
import { DiskMethods } from './methods/disk-methods.js';
import { FileMethods } from './methods/file-methods.js';
import { HttpMethods } from './methods/http-methods.js';
import { TimerMethods } from './methods/timer-methods.js';

/** What a page is served from. */
export interface SessionOptions {
  readonly disk: VaultDisk;
  /** The folder with a configuration folder for each device. */
  readonly stateRoot: string;
  readonly env: NodeJS.ProcessEnv;
  readonly send: (frame: Uint8Array) => void;
}

/** What a page learns of the process behind it. */
export interface Greeting {
  /** Names this connection where the socket is not used. */
  readonly session: string;
  readonly vault: { readonly basePath: string; readonly name: string };
  /** `null` where the page is a phone. */
  readonly node: {
    readonly pid: number;
    readonly platform: NodeJS.Platform;
    /** Absent on Windows. */
    readonly user: number | undefined;
    readonly env: Readonly<Record<string, string>>;
    readonly cwd: string;
    readonly home: string;
    readonly hostname: string;
    readonly fsConstants: Readonly<Record<string, number>>;
  } | null;
}

interface HelloMethods {
  readonly hello: (device: string, wantsNode: boolean) => Promise<Greeting>;
}

/** What a page can call, each only after `hello`. */
export type ServerMethods = HelloMethods &
  DiskMethods['methods'] &
  FileMethods['methods'] &
  ChildMethods['methods'] &
  HttpMethods['methods'] &
  TimerMethods['methods'];

/** The serving end of one page's connection: all that the page opened ends with it. */
export class PageSession {
  readonly id = randomUUID();
  #methods: Methods = {
    hello: (device: string, wantsNode: boolean) => this.#hello(device, wantsNode),
  };
  #children: ChildMethods | null = null;
  #app: AppProcess | null = null;
  readonly #closing: (() => Promise<void>)[] = [];
  #closed: Promise<void> | null = null;

  constructor(readonly options: SessionOptions) {}

  receive(frame: Uint8Array): void {
    const message = decodeMessage(frame);
    if (!('method' in message)) return;
    const { call, method, args } = message;
    void this.#run(method, args).then(
      (value) => this.#send({ answer: call, value }),
      (error: unknown) => this.#send({ answer: call, error: describeError(error) }),
    );
  }

  /** `process.kill` as the page means it; throws as it does. */
  signal(pid: number, signal: NodeJS.Signals | 0): void {
    if (this.#children === null) throw new TypeError('This page has no processes');
    this.#children.signal(pid, signal);
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#end());
  }

  /** Runs up to its first wait at once: what one page asks in order begins in order. */
  async #run(method: string, args: readonly unknown[]): Promise<unknown> {
    if (!Object.hasOwn(this.#methods, method))
      throw new TypeError(`The page may not call ${method}`);
    return this.#methods[method]!(...(args as never[]));
  }

  #send(message: Parameters<typeof encodeMessage>[0]): void {
    if (this.#closed === null) this.options.send(encodeMessage(message));
  }

  async #hello(device: string, wantsNode: boolean): Promise<Greeting> {
    if (!/^[\w-]{1,40}$/.test(device))
      throw new TypeError('A device is named by letters and digits');
    const { disk, stateRoot } = this.options;
    const tell = (topic: string, ...args: unknown[]): void => this.#send({ topic, args });
    const configuration = join(stateRoot, device);
    await mkdir(configuration, { recursive: true, mode: 0o700 });
    const onDisk = new DiskMethods(disk, await allowedPlaces([disk.basePath]), tell);
    this.#closing.push(() => onDisk.close());
    this.#methods = onDisk.methods;
    const vault = { basePath: disk.basePath, name: basename(disk.basePath) };
    if (!wantsNode) return { session: this.id, vault, node: null };

    const env = { ...this.options.env, XDG_CONFIG_HOME: configuration, APPDATA: configuration };
    const files = new FileMethods(await allowedPlaces([disk.basePath, configuration]));
    const children = new ChildMethods(env, tell);
    const servers = new HttpMethods(configuration, tell);
    const timers = new TimerMethods(tell);
    this.#children = children;
    this.#closing.push(
      async () => children.close(),
      () => servers.close(),
      async () => timers.close(),
      () => files.close(),
    );
    this.#methods = {
      ...onDisk.methods,
      ...files.methods,
      ...children.methods,
      ...servers.methods,
      ...timers.methods,
    };
    this.#app = await startAppProcess();
    if (this.#closed !== null) await this.#app.end();
    return {
      session: this.id,
      vault,
      node: {
        pid: this.#app.pid,
        platform: process.platform,
        user: process.getuid?.(),
        env: Object.fromEntries(Object.entries(env).filter((entry) => entry[1] !== undefined)),
        cwd: disk.basePath,
        home: homedir(),
        hostname: hostname(),
        fsConstants: { ...constants },
      },
    };
  }

  async #end(): Promise<void> {
    await Promise.allSettled(this.#closing.map((close) => close()));
    await this.#app?.end();
  }
}
