import type { RpcId, RpcMessage } from '../../protocol/json-rpc.js';
import type { SendFailure } from './rpc-report.js';

export interface ServerTransport {
  onmessage?: (message: RpcMessage) => void;
  /** Called when a server asks something of the person or a model. */
  onwantedinput?: (question: string, during: RpcId | null) => void;
  onclose?: () => void;
  start(): void;
  /**
   * Sends a message once. Resolves with null when the message was sent, else with the failure.
   * @param whyNot called right before the first byte; if it returns a sentence, nothing is sent
   */
  send(
    message: RpcMessage,
    headers?: Readonly<Record<string, string>>,
    whyNot?: () => Promise<string | null>,
  ): Promise<SendFailure | null>;
  isUnsent?(id: RpcId): boolean;
  unsend?(id: RpcId, why: string): boolean;
  setProtocolVersion?(version: string): void;
  readonly closedBecause: string | null;
  readonly closed: Promise<void>;
  readonly noise: readonly string[];
  stderrTail(): string;
  shutDown(because?: string): Promise<void>;
}

export interface TransportLimits {
  readonly messageBytes: number;
  /** How much other text a server may print between two messages, such as a tool's progress. */
  readonly noiseLines: number;
  readonly noiseLength: number;
}

export const defaultTransportLimits: TransportLimits = {
  messageBytes: 4 * 1024 * 1024,
  noiseLines: 100_000,
  noiseLength: 64 * 1024 * 1024,
};
