import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { days } from '#shared/units.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { mockHost, neverRespond } from '#test/screens/mockHost.ts'
import { STORAGE_KEYS, getString, setItem } from '#browser/storage/storage.ts'
import { DIALOG_VERSION_TIMEOUT, PAGE_VERSION_TIMEOUT, useDesktopVersion } from './desktopVersion.ts'

const BASE = 'https://files.example.org'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

function Version({ base = BASE, timeout = PAGE_VERSION_TIMEOUT }: { base?: string | null; timeout?: number }) {
  const desktopVersion = useDesktopVersion(base, timeout)
  return <p>{desktopVersion ? `${desktopVersion.version} ${desktopVersion.source}` : 'asking'}</p>
}

describe('offered version (A§7, A§9)', () => {
  it('is the version from the host, and is stored', async () => {
    mockHost(BASE, () => new Response('version: 0.9.2\n'))
    await renderWithProviders(<Version />)
    expect(await screen.findByText('0.9.2 latest')).toBeTruthy()
    expect(getString(STORAGE_KEYS.desktopVersion)).toBe('0.9.2')
    expect(STORAGE_KEYS.desktopVersion).toBe('desktop_version')
  })

  it('is the stored version during the request and the version from the host afterwards', async () => {
    setItem(STORAGE_KEYS.desktopVersion, '0.8.0')
    let respond: (response: Response) => void = () => {}
    mockHost(BASE, () => new Promise<Response>((resolve) => (respond = resolve)))
    await renderWithProviders(<Version />)
    expect(screen.getByText('0.8.0 latest')).toBeTruthy()
    await act(async () => respond(new Response('version: 0.9.2')))
    expect(await screen.findByText('0.9.2 latest')).toBeTruthy()
  })

  it('is the stored version when the host fails', async () => {
    setItem(STORAGE_KEYS.desktopVersion, '0.8.0')
    mockHost(BASE, () => new Response('', { status: 503 }))
    await renderWithProviders(<Version />)
    expect(await screen.findByText('0.8.0 seen')).toBeTruthy()
  })

  it.each([
    ['what was kept is no version', '../../evil', 0],
    ['what was kept is older than 15 days', '0.8.0', days(16)],
  ])('is 0.7.0 when %s', async (_, storedValue, age) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    setItem(STORAGE_KEYS.desktopVersion, storedValue)
    vi.setSystemTime(Date.now() + age)
    mockHost(BASE, () => new Response('hello'))
    await renderWithProviders(<Version />)
    expect(await screen.findByText('0.7.0 default')).toBeTruthy()
  })

  it.each([
    ['30 seconds on the page', PAGE_VERSION_TIMEOUT, 30_000],
    ['10 seconds in the dialog', DIALOG_VERSION_TIMEOUT, 10_000],
  ])('is requested for %s and is then 0.7.0', async (_, timeout, millis) => {
    mockHost(BASE, (_path, request) => neverRespond(request))
    await renderWithProviders(<p />)
    vi.useFakeTimers()
    await renderWithProviders(<Version timeout={timeout} />)
    await act(async () => vi.advanceTimersByTimeAsync(millis - 100))
    expect(screen.getByText('asking')).toBeTruthy()
    await act(async () => vi.advanceTimersByTimeAsync(200))
    expect(screen.getByText('0.7.0 default')).toBeTruthy()
  })

  it('is not requested when the operator offers no program', async () => {
    const { requests } = mockHost(BASE, () => new Response('version: 0.9.2'))
    await renderWithProviders(<Version base={null} />)
    expect(screen.getByText('asking')).toBeTruthy()
    expect(requests).toEqual([])
  })
})
