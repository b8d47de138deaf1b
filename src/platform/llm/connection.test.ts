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
import { readRetryAfter, toLlmError } from './toLlmError.ts'

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

/** Returns the kinds of error with which a request and a model list fail. */
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

/** Returns a new self-signed certificate with its key, or null when openssl is not installed. */
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

describe('a failed connection is identified', () => {
  it('by a self-signed certificate', async (ctx) => {
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

  it('by the web page of another program', async () => {
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
    [
      429,
      'Rate limit reached for model m on tokens per minute (TPM): Limit 6000, Used 5034, Requested 1443. Please try again in 4.77s. Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing',
      'rate-limit',
    ],
    [
      429,
      '{"error":{"message":"You exceeded your current quota, please check your plan and billing details","details":[{"retryDelay":"38s"}]}}',
      'rate-limit',
    ],
    [429, '{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier","retryDelay":"38s"}', 'quota'],
    [429, 'Rate limit exceeded: free-models-per-day', 'quota'],
    [429, '余额不足或无可用资源包,请充值。', 'quota'],
    [400, 'Your credit balance is too low to access the Anthropic API.', 'quota'],
    [400, '{"code":"Arrearage","message":"Access denied"}', 'quota'],
    [400, 'API key not valid. Please pass a valid API key.', 'auth'],
    [400, 'Incorrect API key provided: sk-***', 'auth'],
    [400, 'Missing or invalid Authorization header.', 'auth'],
    [400, '{"error":{"code":"content_filter","message":"The response was filtered"}}', 'refused-answer'],
    [400, '{"code":"data_inspection_failed"}', 'refused-answer'],
    [403, 'Input was flagged by moderation', 'refused-answer'],
    [404, '{"error":{"code":"DeploymentNotFound"}}', 'unknown-model'],
    [404, 'models/m is not found for API version v1beta', 'unknown-model'],
    [404, 'Unable to access model m. Please visit the model page', 'unknown-model'],
    [400, 'The model `m` has been decommissioned and is no longer supported.', 'unknown-model'],
    [400, '模型不存在，请检查模型代码。', 'unknown-model'],
    [400, 'The provided model identifier is invalid.', 'unknown-model'],
  ])('by its status %i %s: %s', (statusCode, responseBody, kind) => {
    expect(toLlmError(Object.assign(new Error('no'), { statusCode, responseBody }), new AbortController().signal).kind).toBe(kind)
  })
})

describe('the waiting time that a server requests', () => {
  it.each<[string, Record<string, string>, number | null]>([
    ['Please retry after 20 seconds.', {}, 20_000],
    ['Please retry in 38.3s', {}, 38_300],
    ['Please try again in 4.77s. Need more tokens?', {}, 4770],
    ['Please try again in 850ms', {}, 850],
    ['Please try again in 1m2.5s.', {}, 62_500],
    ['Please try again in 9m38.016s', {}, 578_016],
    ['try again in 8h32m1.5s', {}, 30_721_500],
    ['{"retryDelay":"38s"}', {}, 38_000],
    ['busy', { 'retry-after': '10s' }, 10_000],
    ['busy', { 'retry-after': '10' }, 10_000],
    ['busy', { 'retry-after': 'Sat, 28 Nov 2026 12:00:30 GMT' }, 30_000],
    ['Please try again later.', {}, null],
  ])('is read from %j %j', (responseBody, responseHeaders, wait) => {
    const thrown = Object.assign(new Error('busy'), { statusCode: 429, responseBody, responseHeaders })
    expect(readRetryAfter(thrown, new Date('2026-11-28T12:00:00Z'))).toBe(wait)
  })
})
