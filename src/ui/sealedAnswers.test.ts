import { createCipheriv, generateKeyPairSync, privateDecrypt, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { loopback } from '#test/screen/loopback.ts'
import { makeSend } from './send.ts'

const get = { method: 'GET', address: '/list', headers: {}, body: undefined }

/** A server that encrypts as ours does (src/platform/http/encryptResponses.ts). `plain` and `about` make it respond wrongly. */
function sealing({ plain = false, about }: { plain?: boolean; about?: string } = {}) {
  const pair = () => ({ id: `key-${(made += 1)}`, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) })
  let made = 0
  const server = { key: pair(), asked: [] as string[] }
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    server.asked.push(String(request.url))
    if (request.url === '/config/security') {
      const public_key = server.key.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
      const data = { key_id: server.key.id, algorithm: 'RSA-OAEP-256', cipher: 'A256GCM', public_key }
      response.end(JSON.stringify({ status: 0, data }))
      return
    }
    const [, id, wrapped = ''] = String(request.headers['x-encrypt-response']).split('.')
    if (plain) return void response.end('{"status":0,"said":"plain"}')
    if (id !== server.key.id) {
      response.statusCode = 422
      return void response.end('{"status":-422,"field":"x-encrypt-response"}')
    }
    const how = { key: server.key.privateKey, oaepHash: 'sha256' }
    const key = privateDecrypt(how, Buffer.from(wrapped, 'base64url'))
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about ?? String(request.headers['x-request-id'])))
    const bytes = [nonce, cipher.update('{"status":0,"said":"hällo"}', 'utf8'), cipher.final(), cipher.getAuthTag()]
    response.setHeader('x-encrypted-response', 'A256GCM').setHeader('access-control-expose-headers', '*')
    response.end(JSON.stringify({ sealed: Buffer.concat(bytes).toString('base64url') }))
  }
  return { server, answer, turn: () => (server.key = pair()) }
}

describe('a call with an encrypted response (A§7)', () => {
  it('decrypts the response and fetches the public key once', async () => {
    const { server, answer } = sealing()
    await using there = await loopback(answer)
    const send = makeSend({ base: there.address })
    for (let n = 0; n < 2; n += 1) expect((await send({ ...get, encrypted: true })).body).toEqual({ status: 0, said: 'hällo' })
    expect(server.asked).toEqual(['/config/security', '/list', '/list'])
  })

  it('is every call when encryptResponses is set', async () => {
    const { answer } = sealing()
    await using there = await loopback(answer)
    expect((await makeSend({ base: there.address, encrypts: true })(get)).body).toMatchObject({ said: 'hällo' })
  })

  it('fetches the public key again when the server has a new one', async () => {
    const { server, answer, turn } = sealing()
    await using there = await loopback(answer)
    const send = makeSend({ base: there.address, encrypts: true })
    await send(get)
    turn()
    expect((await send(get)).body).toMatchObject({ said: 'hällo' })
    expect(server.asked).toEqual(['/config/security', '/list', '/list', '/config/security', '/list'])
  })

  it('rejects a plain response and the response to another call', async () => {
    for (const cheat of [{ plain: true }, { about: 'another request' }]) {
      await using there = await loopback(sealing(cheat).answer)
      await expect(makeSend({ base: there.address, encrypts: true })(get)).rejects.toMatchObject({ name: 'Fault' })
    }
  })

  it('gets a plain response on plain http, where crypto.subtle is missing, and from a server without a key', async () => {
    const { answer, server } = sealing({ plain: true })
    await using there = await loopback(answer)
    await using other = await loopback((_, response) => void response.end('{"status":0,"said":"plain"}'))
    expect((await makeSend({ base: other.address, encrypts: true })(get)).body).toMatchObject({ said: 'plain' })
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    expect((await makeSend({ base: there.address, encrypts: true })(get)).body).toMatchObject({ said: 'plain' })
    vi.unstubAllGlobals()
    expect(server.asked).toEqual(['/list'])
  })
})
