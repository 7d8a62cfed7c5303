import { isJsonObject, type Json, type JsonObject } from '../../../core/json.js';
import { quoted } from '../../../core/text/quote.js';
import type { CallReport } from '../../../core/request/outcome/call-report.js';
import type { SecretMask } from '../../../core/secret-mask.js';
import { isSoundAnswer, rpcCodes, type RpcAnswer } from '../../protocol/json-rpc.js';

export type SendFailure = Extract<CallReport, { kind: 'not_sent' | 'lost' | 'http_status' }>;

export type RpcReport =
  | SendFailure
  | { readonly kind: 'result'; readonly result: JsonObject }
  | {
      readonly kind: 'rpc_error';
      readonly code: number;
      readonly message: string;
      readonly data?: Json;
      readonly refused?: true;
    }
  | { readonly kind: 'input_required'; readonly detail: string };

/** Returns a report with its texts masked. A result and the data of an error are not changed. */
export function maskedReport<Report extends RpcReport>(report: Report, mask: SecretMask): Report {
  switch (report.kind) {
    case 'result':
      return report;
    case 'rpc_error':
      return {
        ...report,
        code: mask(`${report.code}`) === `${report.code}` ? report.code : 0,
        message: mask(report.message),
      };
    default:
      return { ...report, detail: mask(report.detail) };
  }
}

export function readAnswer(answer: RpcAnswer): RpcReport {
  if (!isSoundAnswer(answer)) {
    return { kind: 'lost', detail: 'The server sent an answer that cannot be used.' };
  }
  const { result, error } = answer;
  if (error !== undefined) {
    return error.code === rpcCodes.inputRequired
      ? { kind: 'input_required', detail: error.message }
      : {
          kind: 'rpc_error',
          code: error.code,
          message: error.message,
          ...(error.data !== undefined && { data: error.data }),
        };
  }
  switch (result['resultType']) {
    case undefined:
    case 'complete':
      return { kind: 'result', result };
    case 'input_required':
      return {
        kind: 'input_required',
        detail: ['input_required', ...questions(result)].join('; '),
      };
    default:
      return {
        kind: 'lost',
        detail: 'The server sent a result of an unknown type.',
      };
  }
}

function questions({ inputRequests }: JsonObject): string[] {
  return Object.values(isJsonObject(inputRequests) ? inputRequests : {}).map((request) => {
    const method = isJsonObject(request) ? request['method'] : undefined;
    const params = isJsonObject(request) ? request['params'] : undefined;
    const question = isJsonObject(params) ? params['message'] : undefined;
    return [method, question].filter((part) => typeof part === 'string').join(': ');
  });
}

const MESSAGE_LENGTH = 300;

export interface NoResult {
  readonly is: 'wants_key' | 'wants_other' | 'error' | 'unusable' | 'unreachable';
  readonly words: string;
}

export function whyNoResult(report: Exclude<RpcReport, { kind: 'result' }>): NoResult {
  switch (report.kind) {
    case 'http_status':
      return report.status === 401 || report.status === 403
        ? { is: 'wants_key', words: `wants a sign-in or a valid key (${report.status})` }
        : { is: 'unusable', words: `the server answered HTTP ${report.status}` };
    case 'not_sent':
    case 'lost':
      return { is: 'unreachable', words: endOfSentence(report.detail) };
    case 'rpc_error':
      return { is: 'error', words: quoted(report.message, MESSAGE_LENGTH) };
    case 'input_required':
      return { is: 'error', words: quoted(report.detail, MESSAGE_LENGTH) };
  }
}

function endOfSentence(sentence: string): string {
  return sentence.replace(/\.$/u, '').replace(/^[A-Z](?=[a-z])/u, (letter) => letter.toLowerCase());
}
