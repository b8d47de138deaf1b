import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { on, serveInMemory } from '#test/screen/serveInMemory.ts'
import { seconds } from '#kit/units.ts'
import { watchCall } from '#ui/monitor.ts'
import { tellSignedOut } from '#ui/signedOut.ts'
import { telemetryContract } from '../contract.ts'
import { startTelemetry } from './startTelemetry.ts'
import { expose, noteMeasure, track } from './track.ts'

type Info = { event_cat: string; event_param?: unknown }
let infos: Info[] = []
let stop = (): void => {}
type Route = { onLeft: (path: string) => void; onArrived: () => void }
let route: Route = { onLeft: () => {}, onArrived: () => {} }

beforeEach(() => {
  vi.useFakeTimers()
  infos = []
  stop = startTelemetry({
    navigations: (hear) => {
      route = hear
      return () => {}
    },
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

function serve() {
  return serveInMemory([
    on(telemetryContract.uploadInfo, ({ body }) => {
      infos.push(body.info)
      return {}
    }),
    on(telemetryContract.exposure, ({ body }) => ({ data: { feature_code: body.feature_code, times: 1 } })),
  ])
}
const fails = (n = 1) => {
  for (let at = 0; at < n; at += 1) watchCall({ address: '/file/list', pattern: '/file/list' }, 'r').answered(500, {})
}

describe('failures of calls (A§7, A§8)', () => {
  it('go together, at most one report in ten seconds', async () => {
    serve()
    fails(2)
    await vi.advanceTimersByTimeAsync(seconds(1))
    fails(25)
    await vi.advanceTimersByTimeAsync(seconds(9))
    expect(infos).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(seconds(1))
    expect(infos).toMatchObject([
      { event_cat: 'monitor', event_param: { failures: [{ class: 'http_error', level: 'error', path: '/file/list' }, {}] } },
      { event_cat: 'monitor', event_param: { left_out: 5 } },
    ])
  })

  it('the report itself is never reported', async () => {
    const { asked } = serveInMemory([])
    fails()
    await vi.advanceTimersByTimeAsync(seconds(60))
    expect(asked).toEqual(['POST /others/upload-info'])
  })

  it('are let go of when the session ends', async () => {
    const { asked } = serve()
    fails()
    tellSignedOut()
    track('button')
    await vi.advanceTimersByTimeAsync(seconds(60))
    expect(asked).toEqual([])
  })
})

describe('events (A§9)', () => {
  it('carry what they count and the width of the window; ignored ones are skipped', async () => {
    serve()
    track('export', { kind: 'button', name: 'pdf' })
    track('export', { custom: 'ignore' })
    expose('banner')
    await vi.advanceTimersByTimeAsync(0)
    expect(infos).toEqual([{ event_cat: 'export', event_param: { kind: 'button', name: 'pdf', value: 2, width: 'narrow' } }])
  })

  it('are reported of measures only past their threshold', async () => {
    serve()
    noteMeasure('componentRender', 900)
    noteMeasure('componentRender', 1100)
    await vi.advanceTimersByTimeAsync(0)
    expect(infos).toMatchObject([{ event_cat: 'slow', event_param: { measure: 'componentRender', took: 1100 } }])
  })

  it('are sixty calls a minute at most', async () => {
    serve()
    for (let n = 0; n < 80; n += 1) track('page')
    await vi.advanceTimersByTimeAsync(0)
    expect(infos).toHaveLength(60)
  })
})

describe('route timing (A§4)', () => {
  it('is a performance measure, and abnormal in the log above 30 seconds', async () => {
    serve()
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const measured = vi.spyOn(performance, 'measure').mockImplementation(() => ({}) as PerformanceMeasure)
    route.onLeft('/file/0123456789abcdef0123456789abcdef')
    await vi.advanceTimersByTimeAsync(200)
    route.onArrived()
    expect(measured.mock.calls.map(([name]) => name)).toEqual(['route /file/:id'])
    route.onLeft('/home')
    await vi.advanceTimersByTimeAsync(seconds(31))
    route.onArrived()
    expect(warned).toHaveBeenCalledWith('going to /home took 31000 ms')
    await vi.advanceTimersByTimeAsync(0)
    expect(measured).toHaveBeenCalledTimes(1)
    expect(infos).toMatchObject([{ event_cat: 'route_abnormal', event_param: { path: '/home', took: 31_000 } }])
  })
})
