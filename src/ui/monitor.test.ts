import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loopback } from '#test/screen/loopback.ts'
import { answerConsent } from './consent.ts'
import { type CallReport, setMonitor, withoutIds } from './monitor.ts'
import { makeSend } from './send.ts'

const NOTHING = { onAnswer: () => {}, onMeasure: () => {}, onEvent: () => {} }
let reports: CallReport[] = []
let answers: { path: string }[] = []
beforeEach(() => {
  setMonitor({ onFailure: () => {}, ...NOTHING })
  reports = []
  answers = []
  setMonitor({ onFailure: (report) => reports.push(report), ...NOTHING, onAnswer: (call) => answers.push(call) })
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

async function answering(httpStatus: number, body: string) {
  return loopback((_, response) => {
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
    await using there = await answering(httpStatus, body)
    await settled(makeSend({ base: there.address })({ ...call, pattern: '/file/:id' }))
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({ ...report, path: '/file/:id' })
    expect(reports[0]!.duration).toBeGreaterThanOrEqual(0)
  })

  it('reports timeout_error when there is no response in time', async () => {
    await using there = await loopback(() => {})
    await settled(makeSend({ base: there.address, timeout: 40 })(call))
    expect(reports).toMatchObject([{ class: 'timeout_error', http_status: null }])
  })

  it('contains no ids and no query', async () => {
    await using there = await answering(404, '{}')
    await settled(makeSend({ base: there.address })(call))
    expect(reports[0]?.path).toBe('/file/:id')
    expect(JSON.stringify(reports)).not.toContain('secret')
    expect(withoutIds('/a/42/x@y.z/d41d8cd9-8f00-b204#e')).toBe('/a/:id/:id/:id')
  })

  it('does not report a cancelled call', async () => {
    const cancel = new AbortController()
    await using there = await loopback(() => cancel.abort())
    await settled(makeSend({ base: there.address })({ ...call, signal: cancel.signal }))
    expect(reports).toEqual([])
  })

  it('reports only errors of a quiet call, and nothing of an unreported call', async () => {
    await using warning = await answering(404, '{}')
    await using error = await answering(500, '{}')
    for (const { address } of [warning, error]) await settled(makeSend({ base: address })({ ...call, quiet: true }))
    await settled(makeSend({ base: error.address })({ ...call, unreported: true }))
    expect(reports).toMatchObject([{ http_status: 500 }])
  })

  it('passes on the duration of a successful call', async () => {
    await using there = await answering(200, '{"status":0}')
    await makeSend({ base: there.address })(call)
    expect(reports).toEqual([])
    expect(answers).toMatchObject([{ path: '/file/:id' }])
  })

  it('passes on failures from before the monitor was set', async () => {
    answerConsent({ statistics: true })
    setMonitor(undefined)
    await using there = await answering(500, '{}')
    await settled(makeSend({ base: there.address })(call))
    setMonitor({ onFailure: (report) => reports.push(report), ...NOTHING })
    expect(reports).toHaveLength(1)
  })

  it('drops failures from before the user gave consent', async () => {
    setMonitor(undefined)
    await using there = await answering(500, '{}')
    await settled(makeSend({ base: there.address })(call))
    answerConsent({ statistics: true })
    setMonitor({ onFailure: (report) => reports.push(report), ...NOTHING })
    expect(reports).toEqual([])
  })
})
