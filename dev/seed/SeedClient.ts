import { decodeJwt } from 'jose'
import { accountContract } from '#features/account/contract.ts'
import { filesContract } from '#features/files/contract.ts'
import { foldersContract } from '#features/folders/contract.ts'
import { uploadContract } from '#features/upload/contract.ts'
import type { Server } from '#app/server/createAppServer.ts'
import { type Send, client, isRefused } from '#shared/client.ts'

/** A signed-in user with clients of a server in this process. */
export type SeedClient = Awaited<ReturnType<typeof signInOrSignUp>>

/** An error to show to the user, in one sentence. */
export class SeedError extends Error {}

/** Signs in, or creates the account if no account has that address. */
export async function signInOrSignUp(server: Server, body: { email: string; password: string }) {
  const credentials: { token?: string } = {}
  const send = createInjectSend(server, credentials)
  const account = client('account', accountContract, send)
  const { data, isNew } = await account
    .signUp({ body })
    .then(({ data }) => ({ data, isNew: true }))
    .catch(async (error: unknown) => {
      if (isRefused(error, account.signUp, 'weak')) throw new SeedError('This password is too easily guessed.')
      if (!isRefused(error, account.signUp, 'emailTaken')) throw error
      return { data: await signIn(), isNew: false }
    })
  credentials.token = data.access_token
  return {
    isNew,
    token: data.access_token,
    userId: decodeJwt(data.access_token).sub ?? '',
    files: client('files', filesContract, send),
    folders: client('folders', foldersContract, send),
    upload: client('upload', uploadContract, send),
    put: async (url: string, bytes: Buffer): Promise<string> => {
      const { pathname, search } = new URL(url)
      const response = await server.app.inject({ method: 'PUT', url: pathname + search, payload: bytes })
      return String(response.headers['etag'] ?? '')
    },
  }

  async function signIn() {
    try {
      return (await account.signIn({ body })).data
    } catch (error) {
      if (!isRefused(error, account.signIn, 'wrong')) throw error
      throw new SeedError(`${body.email} already has an account with a different password. Pass it with --password.`)
    }
  }
}

function createInjectSend({ app }: Server, credentials: { token?: string }): Send {
  return async ({ method, address, headers, body }) => {
    const response = await app.inject({
      method: method as 'GET',
      url: `/api${address}`,
      headers: { ...headers, ...(credentials.token && { authorization: `bearer ${credentials.token}` }) },
      ...(body !== undefined && { payload: body as object }),
    })
    return { httpStatus: response.statusCode, body: response.json() }
  }
}
