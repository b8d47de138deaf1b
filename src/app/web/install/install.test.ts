import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hours, minutes, seconds } from '#shared/units.ts'
import { setToastRenderer } from '#ui/toast/toastQueue.ts'
import type { ToastRequest } from '#ui/toast/toastQueue.ts'
import { listen } from '#browser/events/listen.ts'
import type { Stop } from '#browser/timers/time.ts'
import { initI18n } from '#browser/i18n/i18n.ts'
import { APP_VERSION } from '#browser/page/appVersion.ts'
import './explainMissingChunk.ts'
import { listenForPreloadErrors } from './listenForPreloadErrors.ts'
import { offerReload } from './offerReload.ts'
import type { ReloadReason } from './registerServiceWorker.ts'
import { watchVersion } from './watchVersion.ts'
import { registerServiceWorker } from './registerServiceWorker.ts'

let toasts: ToastRequest[]
let stops: Stop[]

beforeEach(async () => {
  await initI18n()
  vi.useFakeTimers()
  sessionStorage.clear()
  document.head.innerHTML = '<script type="module" src="/assets/index-first.js"></script>'
  toasts = []
  stops = [setToastRenderer({ add: (toast) => void toasts.push(toast), close: () => {} })]
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const getToastTexts = () => toasts.map(({ text }) => text)

describe('chunk that could not be loaded (A§8)', () => {
  const mockServer = (isOnline: boolean) =>
    vi.stubGlobal('fetch', () =>
      isOnline ? Promise.resolve(new Response('{"status":0}')) : Promise.reject(new TypeError('offline')),
    )
  const dispatchPreloadError = async () => {
    const event = new Event('vite:preloadError', { cancelable: true })
    window.dispatchEvent(event)
    await vi.dynamicImportSettled()
    await vi.advanceTimersByTimeAsync(10)
    return event
  }
  beforeEach(() => void stops.push(listenForPreloadErrors()))

  it('offers a reload when the server responds', async () => {
    mockServer(true)
    await dispatchPreloadError()
    expect(getToastTexts()).toEqual(['Earshot was updated.'])
    expect(toasts[0]).toMatchObject({ actions: [{ label: 'Reload' }], ms: 0 })
  })

  it('offers the reload once per version, so that a permanently missing chunk does not cause a loop', async () => {
    mockServer(true)
    await dispatchPreloadError()
    await dispatchPreloadError()
    expect(toasts).toHaveLength(1)
    document.head.innerHTML = '<script type="module" src="/assets/index-second.js"></script>'
    await dispatchPreloadError()
    expect(toasts).toHaveLength(2)
  })

  it('shows that the user is offline when the server does not respond, and can still offer the reload later', async () => {
    mockServer(false)
    await dispatchPreloadError()
    expect(getToastTexts()).toEqual(['You are offline, and this part of the app is not saved on this device.'])
    mockServer(true)
    await dispatchPreloadError()
    expect(getToastTexts().at(-1)).toBe('Earshot was updated.')
  })

  it('does not prevent the error event', async () => {
    mockServer(true)
    expect((await dispatchPreloadError()).defaultPrevented).toBe(false)
  })
})

describe('offer of a new version', () => {
  it('waits while an upload is running', async () => {
    let isUploading = true
    stops.push(listen(window, 'beforeunload', (event) => isUploading && event.preventDefault()))
    offerReload('update_ready')
    await vi.advanceTimersByTimeAsync(seconds(60))
    expect(toasts).toEqual([])
    isUploading = false
    await vi.advanceTimersByTimeAsync(seconds(5))
    expect(getToastTexts()).toEqual(['A new version is available.'])
  })
})

describe('offer of a new version while an upload waits for the network', () => {
  it('comes after ten minutes, because the upload survives a reload', async () => {
    stops.push(listen(window, 'beforeunload', (event) => event.preventDefault()))
    offerReload('update_ready')
    await vi.advanceTimersByTimeAsync(minutes(9))
    expect(toasts).toEqual([])
    await vi.advanceTimersByTimeAsync(minutes(2))
    expect(getToastTexts()).toEqual(['A new version is available.'])
  })
})

describe('an outdated page (A§7)', () => {
  let init: { notice: object | null }
  let requests: string[]
  const outdated = { code: 'outdated', text: 'Reload the page.' }
  beforeEach(() => {
    init = { notice: null }
    requests = []
    vi.stubGlobal('fetch', async (address: string) => {
      requests.push(address)
      return new Response(JSON.stringify({ status: 0, data: init }))
    })
  })

  it('offers a reload within an hour after the server has a newer release', async () => {
    stops.push(watchVersion())
    await vi.advanceTimersByTimeAsync(hours(0.9))
    expect(toasts).toEqual([])
    expect(requests).toEqual([`/api/config/init?platform=web&version=${APP_VERSION}`])
    init.notice = outdated
    await vi.advanceTimersByTimeAsync(hours(0.1))
    expect(toasts).toMatchObject([{ text: 'Earshot was updated.', actions: [{ label: 'Reload' }], ms: 0 }])
  })

  it('offers it once, and not while the user is typing or uploading', async () => {
    init.notice = outdated
    let isTyping = true
    stops.push(listen(window, 'beforeunload', (event) => isTyping && event.preventDefault()))
    stops.push(watchVersion())
    await vi.advanceTimersByTimeAsync(minutes(5))
    expect(toasts).toEqual([])
    isTyping = false
    await vi.advanceTimersByTimeAsync(hours(2))
    expect(toasts).toHaveLength(1)
  })

  it('stays unchanged while the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    stops.push(watchVersion())
    await vi.advanceTimersByTimeAsync(hours(3))
    expect(toasts).toEqual([])
  })
})

describe('service worker', () => {
  class FakeRegistration extends EventTarget {
    active: EventTarget | null = null
    waiting: EventTarget | null = null
    installing: EventTarget | null = null
    updates = 0
    update = () => Promise.resolve(void (this.updates += 1))
    install(): EventTarget {
      this.installing = new EventTarget()
      this.dispatchEvent(new Event('updatefound'))
      return this.installing
    }
    wait(worker: EventTarget): void {
      this.installing = null
      this.waiting = worker
      worker.dispatchEvent(new Event('statechange'))
    }
  }
  const createContainer = (registration: FakeRegistration, controller: object | null) =>
    Object.assign(new EventTarget(), {
      controller,
      register: () => Promise.resolve(registration),
    }) as unknown as ServiceWorkerContainer

  it('becomes active without a notice the first time', async () => {
    const [registration, onUpdate] = [new FakeRegistration(), vi.fn<(why: ReloadReason) => void>()]
    const serviceWorkers = createContainer(registration, null)
    await registerServiceWorker(serviceWorkers, onUpdate)
    registration.wait(registration.install())
    serviceWorkers.dispatchEvent(new Event('controllerchange'))
    expect(onUpdate).not.toHaveBeenCalled()
  })

  it('notifies when a newer version waits, also when an earlier page found it', async () => {
    const [registration, onUpdate] = [new FakeRegistration(), vi.fn<(why: ReloadReason) => void>()]
    registration.active = new EventTarget()
    await registerServiceWorker(createContainer(registration, {}), onUpdate)
    registration.wait(registration.install())
    expect(onUpdate.mock.calls).toEqual([['update_ready']])
    await registerServiceWorker(createContainer(registration, {}), onUpdate)
    expect(onUpdate).toHaveBeenCalledTimes(2)
  })

  it('notifies when another tab activated a newer version', async () => {
    const [registration, onUpdate] = [new FakeRegistration(), vi.fn<(why: ReloadReason) => void>()]
    const serviceWorkers = createContainer(registration, {})
    await registerServiceWorker(serviceWorkers, onUpdate)
    serviceWorkers.dispatchEvent(new Event('controllerchange'))
    expect(onUpdate.mock.calls).toEqual([['update_installed']])
  })

  it('checks for updates every hour', async () => {
    const registration = new FakeRegistration()
    await registerServiceWorker(createContainer(registration, {}), () => {})
    await vi.advanceTimersByTimeAsync(hours(3))
    expect(registration.updates).toBe(3)
  })
})
