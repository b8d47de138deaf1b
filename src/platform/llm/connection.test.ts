import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findFreePort } from '#test/server/findFreePort.ts'
import type { LlmErrorKind } from './llm.ts'
import { createOpenLlm } from './openLlm.ts'
import { listModels } from './servers/listModels.ts'
import { toLlmError } from './toLlmError.ts'

const log = { debug: () => {}, warn: () => {} }
const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close()
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(async () => void (await new Promise((resolve) => server.close(resolve))))
  return (server.address() as AddressInfo).port
}

/** Returns what kind of error a request and a list of the models end with. */
async function kindsFor(baseUrl: string): Promise<unknown[]> {
  const server = { kind: 'openai-compatible', baseUrl, apiKey: null, model: 'm', contextTokens: null } as const
  const request = { purpose: 'try', instructions: '', prompt: '', schema: z.object({ a: z.string() }), maxOutputTokens: 10 }
  const signal = new AbortController().signal
  const kindOf = async (call: Promise<unknown>): Promise<unknown> =>
    await call.then(
      () => null,
      (error: { kind?: unknown }) => error.kind,
    )
  const llm = createOpenLlm(log)(server, { retries: 0 })
  return [await kindOf(llm.generate({ ...request, signal })), await kindOf(listModels(server))]
}

/** Returns a new self-signed certificate with its key, or null where openssl is not installed. */
async function createCertificate(): Promise<{ key: Buffer; cert: Buffer } | null> {
  const dir = await mkdtemp(join(tmpdir(), 'certificate-'))
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')]
  try {
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
    await promisify(execFile)('openssl', ['req', ...kind, '-keyout', key, '-out', cert, ...names])
    return { key: await readFile(key), cert: await readFile(cert) }
  } catch {
    return null
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

describe('a connection that fails is named', () => {
  it('by a certificate that nobody has signed', async (ctx) => {
    const tls = (await createCertificate()) ?? ctx.skip('no openssl on this machine')
    const port = await listen(createHttpsServer(tls, (_, response) => void response.end('{}')))
    expect(await kindsFor(`https://127.0.0.1:${port}/v1`)).toEqual(['untrusted-certificate', 'untrusted-certificate'])
  })

  it('by a server that speaks HTTP only', async () => {
    const port = await listen(createHttpServer((_, response) => void response.end('{}')))
    expect(await kindsFor(`https://127.0.0.1:${port}/v1`)).toEqual(['no-https', 'no-https'])
  })

  it('by a port where nothing listens', async () => {
    expect(await kindsFor(`http://127.0.0.1:${await findFreePort()}/v1`)).toEqual(['connection-refused', 'connection-refused'])
  })

  it('by a page of another program', async () => {
    const port = await listen(createHttpServer((_, response) => void response.end('<!doctype html><title>Sign in</title>')))
    expect(await kindsFor(`http://127.0.0.1:${port}/v1`)).toEqual(['no-api', 'no-api'])
  })

  it.each<[string, LlmErrorKind]>([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'untrusted-certificate'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'untrusted-certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted-certificate'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'untrusted-certificate'],
    ['CERT_UNTRUSTED', 'untrusted-certificate'],
    ['CERT_HAS_EXPIRED', 'expired-certificate'],
    ['CERT_NOT_YET_VALID', 'expired-certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'wrong-certificate-host'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'no-https'],
    ['EPROTO', 'no-https'],
    ['ENOTFOUND', 'unknown-host'],
    ['EAI_AGAIN', 'unknown-host'],
    ['ECONNREFUSED', 'connection-refused'],
    ['ECONNRESET', 'network'],
    ['EHOSTUNREACH', 'network'],
    ['UND_ERR_CONNECT_TIMEOUT', 'network'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ])('by its code %s: %s', (code, kind) => {
    const { signal } = new AbortController()
    const cause = Object.assign(new Error('no'), { code })
    expect(toLlmError(new TypeError('fetch failed', { cause }), signal).kind).toBe(kind)
    const tried = new AggregateError([cause, new Error('no')], 'all addresses failed')
    expect(toLlmError(new TypeError('fetch failed', { cause: tried }), signal).kind).toBe(kind)
  })

  it.each<[number, string, LlmErrorKind]>([
    [402, 'Payment Required', 'quota'],
    [429, '{"error":{"code":"insufficient_quota"}}', 'quota'],
    [429, 'Rate limit reached', 'rate-limit'],
    [403, 'Your credit balance is too low', 'quota'],
    [407, 'Proxy Authentication Required', 'auth'],
    [404, "The model 'm' does not exist", 'unknown-model'],
    [404, 'model "m" not found, try pulling it first', 'unknown-model'],
    [400, 'm is not a valid model ID', 'unknown-model'],
    [404, 'Invalid URL (POST /chat/completions)', 'not-found'],
    [405, 'Method Not Allowed', 'not-found'],
    [400, 'The plain HTTP request was sent to HTTPS port', 'no-api'],
    [524, 'A timeout occurred', 'timeout'],
    [529, 'overloaded_error', 'server'],
  ])('by its status %i %s: %s', (statusCode, responseBody, kind) => {
    expect(toLlmError(Object.assign(new Error('no'), { statusCode, responseBody }), new AbortController().signal).kind).toBe(kind)
  })
})
