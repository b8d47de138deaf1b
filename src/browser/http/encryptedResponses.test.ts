import { createCipheriv, generateKeyPairSync, privateDecrypt, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { startCorsServer } from '#test/screens/startCorsServer.ts'
import { createSend } from './send.ts'

const get = { method: 'GET', address: '/list', headers: {}, body: undefined }

/** A server that encrypts like ours (src/platform/http/responseEncoding.ts). `plain` and `about` make it respond incorrectly. */
function encryptingServer({ plain = false, about }: { plain?: boolean; about?: string } = {}) {
  const createKeyPair = () => ({ id: `key-${(keyCount += 1)}`, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) })
  let keyCount = 0
  const server = { key: createKeyPair(), requests: [] as string[] }
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    server.requests.push(String(request.url))
    if (request.url === '/config/security') {
      const public_key = server.key.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
      const data = { key_id: server.key.id, algorithm: 'RSA-OAEP-256', cipher: 'A256GCM', public_key }
      response.end(JSON.stringify({ status: 0, data }))
      return
    }
    const [, id, wrapped = ''] = String(request.headers['x-encrypt-response']).split('.')
    if (plain) return void response.end('{"status":0,"text":"plain"}')
    if (id !== server.key.id) {
      response.statusCode = 422
      return void response.end('{"status":-422,"field":"x-encrypt-response"}')
    }
    const keyOptions = { key: server.key.privateKey, oaepHash: 'sha256' }
    const key = privateDecrypt(keyOptions, Buffer.from(wrapped, 'base64url'))
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about ?? String(request.headers['x-request-id'])))
    const bytes = [nonce, cipher.update('{"status":0,"text":"hällo"}', 'utf8'), cipher.final(), cipher.getAuthTag()]
    response.setHeader('x-encrypted-response', 'A256GCM').setHeader('access-control-expose-headers', '*')
    response.end(JSON.stringify({ sealed: Buffer.concat(bytes).toString('base64url') }))
  }
  return { server, answer, replaceKey: () => (server.key = createKeyPair()) }
}

describe('a call with an encrypted response (A§7)', () => {
  it('decrypts the response and fetches the public key once', async () => {
    const { server, answer } = encryptingServer()
    await using endpoint = await startCorsServer(answer)
    const send = createSend({ base: endpoint.address })
    for (let n = 0; n < 2; n += 1) expect((await send({ ...get, encrypted: true })).body).toEqual({ status: 0, text: 'hällo' })
    expect(server.requests).toEqual(['/config/security', '/list', '/list'])
  })

  it('is every call when encryptResponses is set', async () => {
    const { answer } = encryptingServer()
    await using endpoint = await startCorsServer(answer)
    expect((await createSend({ base: endpoint.address, encryptResponses: true })(get)).body).toMatchObject({ text: 'hällo' })
  })

  it('fetches the public key again when the server has a new one', async () => {
    const { server, answer, replaceKey } = encryptingServer()
    await using endpoint = await startCorsServer(answer)
    const send = createSend({ base: endpoint.address, encryptResponses: true })
    await send(get)
    replaceKey()
    expect((await send(get)).body).toMatchObject({ text: 'hällo' })
    expect(server.requests).toEqual(['/config/security', '/list', '/list', '/config/security', '/list'])
  })

  it('rejects a plain response and the response to another call', async () => {
    for (const options of [{ plain: true }, { about: 'another request' }]) {
      await using endpoint = await startCorsServer(encryptingServer(options).answer)
      await expect(createSend({ base: endpoint.address, encryptResponses: true })(get)).rejects.toMatchObject({
        name: 'ServerError',
      })
    }
  })

  it('gets a plain response on plain http, where crypto.subtle is missing, and from a server without a key', async () => {
    const { answer, server } = encryptingServer({ plain: true })
    await using endpoint = await startCorsServer(answer)
    await using other = await startCorsServer((_, response) => void response.end('{"status":0,"text":"plain"}'))
    expect((await createSend({ base: other.address, encryptResponses: true })(get)).body).toMatchObject({ text: 'plain' })
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    expect((await createSend({ base: endpoint.address, encryptResponses: true })(get)).body).toMatchObject({ text: 'plain' })
    vi.unstubAllGlobals()
    expect(server.requests).toEqual(['/list'])
  })
})
