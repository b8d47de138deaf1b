import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { client } from '#shared/client.ts'
import { route } from '#shared/contract.ts'
import { startCorsServer } from '#test/screens/startCorsServer.ts'
import { saveConsent } from './consent.ts'
import { type CallReport, setMonitor, redactIds } from './monitor.ts'
import { createSend } from '../http/send.ts'

const NO_HANDLERS = { onResponse: () => {}, onMeasure: () => {}, onEvent: () => {} }
let reports: CallReport[] = []
let responses: { path: string }[] = []
beforeEach(() => {
  setMonitor({ onFailure: () => {}, ...NO_HANDLERS })
  reports = []
  responses = []
  setMonitor({ onFailure: (report) => reports.push(report), ...NO_HANDLERS, onResponse: (call) => responses.push(call) })
})
afterEach(() => {
  setMonitor(undefined)
  localStorage.clear()
})

const call = { method: 'GET', address: '/file/d41d8cd98f00b204e9800998ecf8427e?name=secret', headers: {}, body: undefined }
const settled = (sent: Promise<unknown>) =>
  sent.then(
    () => undefined,
    () => undefined,
  )

async function respondWith(httpStatus: number, body: string) {
  return startCorsServer((_, response) => {
    response.statusCode = httpStatus
    response.end(body)
  })
}

describe('the monitoring of calls (A§7, A§8)', () => {
  it.each([
    [500, '{"status":-500,"request_id":"r-9"}', { class: 'http_error', level: 'error', http_status: 500, request_id: 'r-9' }],
    [404, '{"status":-404}', { class: 'http_error', level: 'warning', http_status: 404 }],
    [200, '{"status":-2,"msg":"name exists"}', { class: 'api_error', level: 'warning', http_status: 200 }],
    [200, '{"code":40101}', { class: 'api_error', level: 'warning', http_status: 200 }],
    [200, '<html>', { class: 'http_error', level: 'error' }],
    [502, '<html>', { class: 'network_error', level: 'error', http_status: null }],
  ])('reports HTTP %i with %s', async (httpStatus, body, report) => {
    await using server = await respondWith(httpStatus, body)
    await settled(createSend({ base: server.address })({ ...call, pattern: '/file/:id' }))
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({ ...report, path: '/file/:id' })
    expect(reports[0]!.duration).toBeGreaterThanOrEqual(0)
  })

  it('does not report a negative status with results, which the call returns (A§5, B§4)', async () => {
    const failed = { status: -111, msg: 'too short', data_result: ['Hello'] }
    await using server = await respondWith(200, JSON.stringify(failed))
    const transsumm = route({
      method: 'POST',
      path: '/ai/transsumm',
      access: 'signed-in',
      summary: '',
      carriesResults: true,
      refusals: { tooMany: { status: -1, message: '' } },
      reply: z.object({ status: z.int(), data_result: z.array(z.string()) }),
    })
    const api = client('test', { transsumm }, createSend({ base: server.address }))
    expect(await api.transsumm({})).toEqual(failed)
    expect(reports).toEqual([])
    await using refusing = await respondWith(200, '{"status":-1,"msg":"no minutes"}')
    const refused = client('test', { transsumm }, createSend({ base: refusing.address }))
    await expect(refused.transsumm({})).rejects.toMatchObject({ refusal: 'tooMany' })
    expect(reports).toMatchObject([{ class: 'api_error' }])
  })

  it('reports timeout_error when there is no response in time', async () => {
    await using server = await startCorsServer(() => {})
    await settled(createSend({ base: server.address, timeout: 40 })(call))
    expect(reports).toMatchObject([{ class: 'timeout_error', http_status: null }])
  })

  it('contains no ids and no query', async () => {
    await using server = await respondWith(404, '{}')
    await settled(createSend({ base: server.address })(call))
    expect(reports[0]?.path).toBe('/file/:id')
    expect(JSON.stringify(reports)).not.toContain('secret')
    expect(redactIds('/a/42/x@y.z/d41d8cd9-8f00-b204#e')).toBe('/a/:id/:id/:id')
  })

  it('does not report a cancelled call', async () => {
    const cancel = new AbortController()
    await using server = await startCorsServer(() => cancel.abort())
    await settled(createSend({ base: server.address })({ ...call, signal: cancel.signal }))
    expect(reports).toEqual([])
  })

  it('reports only errors of a quiet call, and nothing of an unreported call', async () => {
    await using warning = await respondWith(404, '{}')
    await using error = await respondWith(500, '{}')
    for (const { address } of [warning, error]) await settled(createSend({ base: address })({ ...call, quiet: true }))
    await settled(createSend({ base: error.address })({ ...call, unreported: true }))
    expect(reports).toMatchObject([{ http_status: 500 }])
  })

  it('reports the duration of a successful call', async () => {
    await using server = await respondWith(200, '{"status":0}')
    await createSend({ base: server.address })(call)
    expect(reports).toEqual([])
    expect(responses).toMatchObject([{ path: '/file/:id' }])
  })

  it('reports failures from before the monitor was set', async () => {
    saveConsent({ statistics: true })
    setMonitor(undefined)
    await using server = await respondWith(500, '{}')
    await settled(createSend({ base: server.address })(call))
    setMonitor({ onFailure: (report) => reports.push(report), ...NO_HANDLERS })
    expect(reports).toHaveLength(1)
  })

  it('drops failures from before the user gave consent', async () => {
    setMonitor(undefined)
    await using server = await respondWith(500, '{}')
    await settled(createSend({ base: server.address })(call))
    saveConsent({ statistics: true })
    setMonitor({ onFailure: (report) => reports.push(report), ...NO_HANDLERS })
    expect(reports).toEqual([])
  })
})
