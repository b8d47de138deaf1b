import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { seconds } from '#shared/units.ts'
import { reportEvent, reportMeasure, monitorCall } from '#browser/monitoring/monitor.ts'
import { notifySignedOut } from '#browser/session/signOutEvents.ts'
import { after, now } from '#browser/timers/time.ts'
import { telemetryContract } from '../contract.ts'
import { startTelemetry } from './startTelemetry.ts'
import { trackExposure, trackMetric, track } from './track.ts'

type Info = { event_cat: string; event_param?: unknown }
let infos: Info[] = []
let stop = (): void => {}
type Route = { onLeft: (path: string) => void; onArrived: () => void }
let route: Route = { onLeft: () => {}, onArrived: () => {} }

beforeEach(() => {
  vi.useFakeTimers()
  infos = []
  stop = startTelemetry({
    subscribeToNavigations: (handlers) => {
      route = handlers
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
  return mockServer([
    handle(telemetryContract.uploadInfo, ({ body }) => {
      infos.push(body.info)
      return {}
    }),
    handle(telemetryContract.exposure, ({ body }) => ({ data: { feature_code: body.feature_code ?? '', times: 1 } })),
  ])
}
const failCalls = (n = 1) => {
  for (let i = 0; i < n; i += 1) monitorCall({ address: '/file/list', pattern: '/file/list' }, 'r').responded(500, {})
}

describe('failures of calls (A§7, A§8)', () => {
  it('are sent in batches, at most one in ten seconds', async () => {
    serve()
    failCalls(2)
    await vi.advanceTimersByTimeAsync(seconds(1))
    failCalls(25)
    await vi.advanceTimersByTimeAsync(seconds(9))
    expect(infos).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(seconds(1))
    expect(infos).toMatchObject([
      { event_cat: 'monitor', event_param: { failures: [{ class: 'http_error', level: 'error', path: '/file/list' }, {}] } },
      { event_cat: 'monitor', event_param: { left_out: 5 } },
    ])
  })

  it('are not reported for the report itself', async () => {
    const { requests } = mockServer([])
    failCalls()
    await vi.advanceTimersByTimeAsync(seconds(60))
    expect(requests).toEqual(['POST /others/upload-info'])
  })

  it('are discarded when the session ends', async () => {
    const { requests } = serve()
    failCalls()
    notifySignedOut()
    track('button')
    await vi.advanceTimersByTimeAsync(seconds(60))
    expect(requests).toEqual([])
  })
})

describe('events (A§9)', () => {
  it('have a value and a width class, and ignored ones are skipped', async () => {
    serve()
    track('export', { kind: 'button', name: 'pdf' })
    track('export', { custom: 'ignore' })
    trackExposure('banner')
    await vi.advanceTimersByTimeAsync(0)
    expect(infos).toEqual([{ event_cat: 'export', event_param: { kind: 'button', name: 'pdf', value: 2, width: 'narrow' } }])
  })

  it.each([
    ['<button type="button"><svg></svg>Delete Kickoff</button>', 'svg', [{ kind: 'button', value: 2 }]],
    ['<a href="#x"><img alt="Kickoff"></a>', 'img', [{ kind: 'link', value: 2 }]],
    ['<img alt="Kickoff">', 'img', [{ kind: 'image', value: 2 }]],
    ['<p>Kickoff</p>', 'p', []],
    ['<div data-track="ignore"><button type="button">Kickoff</button></div>', 'button', []],
    ['<div data-track="player"><button type="button">Kickoff</button></div>', 'button', [{ custom: 'player', value: 2 }]],
  ])('are sent for a click in %s on its %s, without words', async (html, clicked, events) => {
    serve()
    document.body.innerHTML = html
    document.querySelector(clicked)?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(0)
    document.body.innerHTML = ''
    expect(infos).toMatchObject(events.map((event_param) => ({ event_cat: 'click', event_param: { ...event_param, path: '/' } })))
    expect(JSON.stringify(infos)).not.toContain('Kickoff')
  })

  it('are sent for measurements above their threshold only', async () => {
    serve()
    trackMetric('componentRender', 900)
    trackMetric('componentRender', 1100)
    await vi.advanceTimersByTimeAsync(0)
    expect(infos).toMatchObject([{ event_cat: 'slow', event_param: { measure: 'componentRender', took: 1100 } }])
  })

  it('are limited to sixty calls a minute', async () => {
    serve()
    for (let n = 0; n < 80; n += 1) track('page')
    await vi.advanceTimersByTimeAsync(0)
    expect(infos).toHaveLength(60)
  })
})

describe('measurements and events from the monitor (A§9, B§8)', () => {
  it('are sent above their threshold: 600 s for uploads, 60 s for audio processing', async () => {
    serve()
    reportMeasure('upload', seconds(600), { size: 1 })
    reportMeasure('upload', seconds(600) + 1, { size: 2 })
    reportMeasure('audioProcessing', seconds(60), { size: 3 })
    reportMeasure('audioProcessing', seconds(60) + 1, { size: 4 })
    await vi.advanceTimersByTimeAsync(0)
    expect(infos).toMatchObject([
      { event_cat: 'slow', event_param: { measure: 'upload', took: 600_001, size: 2 } },
      { event_cat: 'slow', event_param: { measure: 'audioProcessing', took: 60_001, size: 4 } },
    ])
  })

  it('are sent for errors without a call', async () => {
    serve()
    reportEvent('upload_error', { code: -4 })
    await vi.advanceTimersByTimeAsync(0)
    expect(infos).toMatchObject([{ event_cat: 'upload_error', event_param: { code: -4 } }])
  })

  it('are discarded while telemetry is stopped', async () => {
    const { requests } = serve()
    stop()
    reportEvent('upload_error', { code: -4 })
    reportMeasure('upload', seconds(1000), {})
    await vi.advanceTimersByTimeAsync(seconds(60))
    expect(requests).toEqual([])
  })
})

describe('frames (A§9)', () => {
  /** Mocks animation frames with one frame every `ms` milliseconds. */
  const drawEvery = (ms: number) => {
    let cancel = (): void => {}
    vi.stubGlobal('requestAnimationFrame', (callback: (at: number) => void) => {
      cancel = after(ms, () => callback(now()))
      return 1
    })
    vi.stubGlobal('cancelAnimationFrame', () => cancel())
  }
  const scroll = () => document.dispatchEvent(new Event('scroll'))

  it('are counted while the page is scrolled, and less than 30 per second are sent', async () => {
    serve()
    drawEvery(1000 / 30)
    scroll()
    await vi.advanceTimersByTimeAsync(seconds(12))
    expect(infos).toEqual([])
    drawEvery(50)
    scroll()
    await vi.advanceTimersByTimeAsync(seconds(2))
    expect(infos).toMatchObject([{ event_cat: 'slow', event_param: { measure: 'framesPerSecond', took: 20 } }])
  })

  it('are counted at most once in ten seconds, and not on an idle page', async () => {
    serve()
    drawEvery(100)
    await vi.advanceTimersByTimeAsync(seconds(60))
    expect(infos).toEqual([])
    scroll()
    await vi.advanceTimersByTimeAsync(seconds(2))
    scroll()
    await vi.advanceTimersByTimeAsync(seconds(9))
    expect(infos).toHaveLength(1)
    scroll()
    await vi.advanceTimersByTimeAsync(seconds(2))
    expect(infos).toHaveLength(2)
  })

  it('are ignored when the computer was asleep', async () => {
    serve()
    drawEvery(seconds(20))
    scroll()
    await vi.advanceTimersByTimeAsync(seconds(60))
    expect(infos).toEqual([])
  })
})

describe('memory (A§9)', () => {
  it('is checked once a minute and sent above 80 percent', async () => {
    serve()
    const memory = { usedJSHeapSize: 80, jsHeapSizeLimit: 100 }
    Object.assign(performance, { memory })
    await vi.advanceTimersByTimeAsync(seconds(60))
    expect(infos).toEqual([])
    memory.usedJSHeapSize = 81
    await vi.advanceTimersByTimeAsync(seconds(60))
    Reflect.deleteProperty(performance, 'memory')
    expect(infos).toMatchObject([{ event_cat: 'slow', event_param: { measure: 'memoryShare', took: 0.81 } }])
  })
})

describe('calls (A§9)', () => {
  it('that take longer than ten seconds are sent', async () => {
    serve()
    for (const took of [seconds(10), seconds(10) + 1]) {
      const call = monitorCall({ address: '/file/list', pattern: '/file/list' }, 'r')
      await vi.advanceTimersByTimeAsync(took)
      call.responded(200, { status: 0 })
    }
    await vi.advanceTimersByTimeAsync(0)
    expect(infos).toMatchObject([{ event_cat: 'slow', event_param: { measure: 'api', took: 10_001, path: '/file/list' } }])
  })
})

describe('route timing (A§4)', () => {
  it('is a performance measure, and logged as abnormal above 30 seconds', async () => {
    serve()
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const measure = vi.spyOn(performance, 'measure').mockImplementation(() => ({}) as PerformanceMeasure)
    route.onLeft('/file/0123456789abcdef0123456789abcdef')
    await vi.advanceTimersByTimeAsync(200)
    route.onArrived()
    expect(measure.mock.calls.map(([name]) => name)).toEqual(['route /file/:id'])
    route.onLeft('/home')
    await vi.advanceTimersByTimeAsync(seconds(31))
    route.onArrived()
    expect(warn).toHaveBeenCalledWith('going to /home took 31000 ms')
    await vi.advanceTimersByTimeAsync(0)
    expect(measure).toHaveBeenCalledTimes(1)
    expect(infos).toMatchObject([{ event_cat: 'route_abnormal', event_param: { path: '/home', took: 31_000 } }])
  })
})
