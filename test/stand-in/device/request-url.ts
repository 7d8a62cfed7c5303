import type * as Obsidian from 'obsidian';

/**
 * Documented: obsidian.d.ts:5442; reported: no streaming, no abort, no time limit, redirects are
 * followed. A page's own rules on other origins apply here and not in the app (A17).
 */
export function requestUrl(
  request: Obsidian.RequestUrlParam | string,
): Obsidian.RequestUrlResponsePromise {
  const response = send(typeof request === 'string' ? { url: request } : request);
  return Object.assign(response, {
    arrayBuffer: quietly(response.then(({ arrayBuffer }) => arrayBuffer)),
    text: quietly(response.then(({ text }) => text)),
    json: quietly(response.then(({ json }) => json as unknown)),
  });
}

async function send(request: Obsidian.RequestUrlParam): Promise<Obsidian.RequestUrlResponse> {
  const { contentType, body } = request;
  const answer = await fetch(request.url, {
    method: request.method ?? 'GET',
    headers: {
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
      ...request.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const arrayBuffer = await answer.arrayBuffer();
  if (answer.status >= 400 && request.throw !== false) {
    throw Object.assign(new Error(`Request failed, status ${answer.status}`), {
      status: answer.status,
    });
  }
  const text = new TextDecoder().decode(arrayBuffer);
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    arrayBuffer,
    text,
    get json(): unknown {
      return JSON.parse(text) as unknown;
    },
  };
}

/** The caller may await only one of them; the others' failures are then nobody's. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
