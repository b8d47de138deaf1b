import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { days } from '#kit/units.ts'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { serveBeside, silence } from '#test/screen/serveBeside.ts'
import { STORED, recallText, store } from '#ui/storage.ts'
import { VERSION_IN_DIALOG, VERSION_ON_PAGE, useDesktopVersion } from './useDesktopVersion.ts'

const BASE = 'https://files.example.org'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

function Version({ base = BASE, timeout = VERSION_ON_PAGE }: { base?: string | null; timeout?: number }) {
  const said = useDesktopVersion(base, timeout)
  return <p>{said ? `${said.version} ${said.from}` : 'asking'}</p>
}

describe('offered version (A§7, A§9)', () => {
  it('is the version from the host, and is stored', async () => {
    serveBeside(BASE, () => new Response('version: 0.9.2\n'))
    await renderScreen(<Version />)
    expect(await screen.findByText('0.9.2 latest')).toBeTruthy()
    expect(recallText(STORED.desktopVersion)).toBe('0.9.2')
    expect(STORED.desktopVersion).toBe('desktop_version')
  })

  it('is the stored version during the request and the version from the host afterwards', async () => {
    store(STORED.desktopVersion, '0.8.0')
    let answer: (response: Response) => void = () => {}
    serveBeside(BASE, () => new Promise<Response>((resolve) => (answer = resolve)))
    await renderScreen(<Version />)
    expect(screen.getByText('0.8.0 latest')).toBeTruthy()
    await act(async () => answer(new Response('version: 0.9.2')))
    expect(await screen.findByText('0.9.2 latest')).toBeTruthy()
  })

  it('is the stored version when the host fails', async () => {
    store(STORED.desktopVersion, '0.8.0')
    serveBeside(BASE, () => new Response('', { status: 503 }))
    await renderScreen(<Version />)
    expect(await screen.findByText('0.8.0 seen')).toBeTruthy()
  })

  it.each([
    ['what was kept is no version', '../../evil', 0],
    ['what was kept is older than 15 days', '0.8.0', days(16)],
  ])('is 0.7.0 when %s', async (_, kept, ago) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    store(STORED.desktopVersion, kept)
    vi.setSystemTime(Date.now() + ago)
    serveBeside(BASE, () => new Response('hello'))
    await renderScreen(<Version />)
    expect(await screen.findByText('0.7.0 default')).toBeTruthy()
  })

  it.each([
    ['30 seconds on the page', VERSION_ON_PAGE, 30_000],
    ['10 seconds in the dialog', VERSION_IN_DIALOG, 10_000],
  ])('is requested for %s and is then 0.7.0', async (_, timeout, millis) => {
    serveBeside(BASE, (_path, request) => silence(request))
    await renderScreen(<p />)
    vi.useFakeTimers()
    await renderScreen(<Version timeout={timeout} />)
    await act(async () => vi.advanceTimersByTimeAsync(millis - 100))
    expect(screen.getByText('asking')).toBeTruthy()
    await act(async () => vi.advanceTimersByTimeAsync(200))
    expect(screen.getByText('0.7.0 default')).toBeTruthy()
  })

  it('is not requested when the operator offers no program', async () => {
    const { asked } = serveBeside(BASE, () => new Response('version: 0.9.2'))
    await renderScreen(<Version base={null} />)
    expect(screen.getByText('asking')).toBeTruthy()
    expect(asked).toEqual([])
  })
})
