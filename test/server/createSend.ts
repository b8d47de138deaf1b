import type { Send } from '#shared/client.ts'

/** Sends requests like the browser: with the same headers, but without cookies. `token` may be changed between calls. */
export function createSend(url: string, credentials: { token?: string | undefined }): Send {
  return async ({ method, address, headers, body, signal }) => {
    const response = await fetch(`${url}/api${address}`, {
      method,
      headers: {
        ...headers,
        'edit-from': 'web',
        'app-platform': 'web',
        ...(credentials.token && { authorization: `bearer ${credentials.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    return { httpStatus: response.status, body: await response.json() }
  }
}
