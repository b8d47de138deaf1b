import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { desktopContract } from '#features/account/contract.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { FeatureScreen } from '#test/screens/FeatureScreen.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { mockHost } from '#test/screens/mockHost.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { handleDownloads } from '#test/screens/siteSettings.ts'
import { keepInstallPrompt } from '#browser/page/installPrompt.ts'
import { useDialogQueue } from '#ui/dialog/dialogQueue.tsx'
import { STORAGE_KEYS, getString } from '#browser/storage/storage.ts'
import { closeDialog, isDialogOpen, openDialog } from '#ui/dialog/openDialog.ts'
import { siteFeature } from '../../web.tsx'
import { openDesktopProgram } from './operatingSystem.ts'

const BASE = 'https://files.example.org'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  act(() => {
    closeDialog('download')
    closeDialog('openDesktop')
  })
})

/** Opens or closes a dialog with a higher priority. */
let setBlockingDialogOpen: (isBlocking: boolean) => void = () => {}

function BlockingDialog({ isBlocked }: { isBlocked: boolean }) {
  const [isBlocking, setIsBlocking] = useState(isBlocked)
  useDialogQueue('required', isBlocking)
  useEffect(() => {
    setBlockingDialogOpen = setIsBlocking
  }, [])
  return null
}

const openDownload = () => openDialog('download')
const codeHandler = () => handle(desktopContract.code, () => ({ data: { auth_code: 'c0de', expires_in: 60 } }))

type ScreenOptions = {
  userAgent?: string
  downloads?: Parameters<typeof handleDownloads>[0]
  code?: ReturnType<typeof codeHandler>
  isBlocked?: boolean
}

async function renderDialogs(
  open: () => void,
  { userAgent = WINDOWS, downloads = { base: BASE }, code = codeHandler(), isBlocked = false }: ScreenOptions = {},
) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  const server = mockServer([handleDownloads(downloads), code])
  const host = mockHost(BASE, () => new Response('version: 0.9.2'))
  const { dialogs: { download, openDesktop } = {} } = siteFeature
  const { page, address } = withRouter(
    <FeatureScreen features={[{ name: 'site', dialogs: { ...(download && { download }), ...(openDesktop && { openDesktop }) } }]}>
      <BlockingDialog isBlocked={isBlocked} />
    </FeatureScreen>,
  )
  const view = await renderWithProviders(page)
  act(open)
  return { ...view, server, host, address }
}

describe('download dialog (B§2)', () => {
  it('offers Windows on a computer and explains why macOS cannot be chosen here', async () => {
    await renderDialogs(openDownload)
    const windows = await screen.findByRole('link', { name: 'Download for Windows' })
    expect(windows.getAttribute('href')).toBe(`${BASE}/Earshot-0.9.2-x64.exe`)
    const mac = screen.getByRole('button', { name: 'macOS' })
    expect(mac.getAttribute('aria-disabled')).toBe('true')
    expect(mac.getAttribute('aria-describedby')).toBeTruthy()
    expect(screen.getByText('Desktop app: version 0.9.2')).toBeTruthy()
    expect(screen.queryByText('App Store')).toBeNull()
    expect(await axeViolations()).toEqual([])
  })

  it('offers the phone apps on a phone and does not request the version', async () => {
    const downloads = {
      base: BASE,
      app_store: 'https://apps.example/1',
      google_play: 'https://play.example/1',
      apk: `${BASE}/e.apk`,
    }
    const { host } = await renderDialogs(openDownload, { userAgent: IPHONE, downloads })
    expect((await screen.findByRole('link', { name: 'App Store' })).getAttribute('href')).toBe('https://apps.example/1')
    expect(screen.getByRole('link', { name: 'Google Play' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Download for Android (APK)' })).toBeTruthy()
    expect(screen.queryByText('macOS')).toBeNull()
    expect(host.requests).toEqual([])
    expect(await axeViolations()).toEqual([])
  })

  it.each([WINDOWS, IPHONE])(
    'shows an explanation and the browser installation when the operator offers no downloads',
    async (userAgent) => {
      const { host } = await renderDialogs(openDownload, { userAgent, downloads: {} })
      expect(await screen.findByText('This server offers no apps to download. Earshot works in your browser.')).toBeTruthy()
      expect(screen.getByText(/Install Earshot from your browser/)).toBeTruthy()
      expect(host.requests).toEqual([])
    },
  )

  it('installs the page as a program where the browser offers it', async () => {
    keepInstallPrompt()
    const { user } = await renderDialogs(openDownload, { downloads: {} })
    await screen.findByText(/Chrome and Edge/)
    const prompt = vi.fn<() => Promise<{ outcome: string }>>(async () => ({ outcome: 'accepted' }))
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
    act(() => void window.dispatchEvent(offer))
    expect(offer.defaultPrevented).toBe(true)
    const button = await screen.findByRole('button', { name: 'Install Earshot' })
    expect(screen.queryByText(/Chrome and Edge/)).toBeNull()
    await user.click(button)
    expect(prompt).toHaveBeenCalledOnce()
    expect(await screen.findByText('Earshot is installed on this device.')).toBeTruthy()
  })

  it('shows a QR code for the phone on a computer, also if there is a desktop program', async () => {
    await renderDialogs(openDownload)
    expect(await screen.findByRole('heading', { name: 'On your phone' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'In your browser' })).toBeTruthy()
    cleanup()
    act(() => closeDialog('download'))
    await renderDialogs(openDownload, { userAgent: IPHONE })
    expect(await screen.findByRole('heading', { name: 'In your browser' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'On your phone' })).toBeNull()
  })

  it('links to the download page and closes', async () => {
    const { user, address } = await renderDialogs(openDownload)
    await user.click(await screen.findByRole('link', { name: 'All downloads' }))
    await waitFor(() => expect(address()).toBe('/download'))
    expect(isDialogOpen('openDesktop')).toBe(false)
  })

  it('waits for a dialog with a higher priority', async () => {
    await renderDialogs(openDownload, { isBlocked: true })
    expect(isDialogOpen('download')).toBe(true)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('opening the desktop program (B§4)', () => {
  const stubLocation = () => {
    const openedUrls: string[] = []
    vi.stubGlobal('location', Object.assign(new URL(location.href), { assign: (address: string) => openedUrls.push(address) }))
    return openedUrls
  }

  it('requests a code as the web client and opens the link of the program at once', async () => {
    const openedUrls = stubLocation()
    const { server } = await renderDialogs(openDesktopProgram)
    await waitFor(() => expect(openedUrls).toHaveLength(1))
    const uuid = getString(STORAGE_KEYS.desktopUuid)
    expect(uuid).toMatch(/^[0-9a-f]{32}$/)
    expect(openedUrls).toEqual([`earshot://login?auth_code=c0de&desktop_uuid=${uuid}`])
    expect(server.requests).toEqual([`GET /auth/access-auth-code?client_id=web&desktop_uuid=${uuid}`])
    expect(screen.getByRole('dialog', { name: 'Open the desktop app' })).toBeTruthy()
    expect(await axeViolations()).toEqual([])
  })

  it('offers the download when the window keeps the focus for 3 seconds', async () => {
    const openedUrls = stubLocation()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user } = await renderDialogs(openDesktopProgram)
    await waitFor(() => expect(openedUrls).toHaveLength(1))
    await screen.findByText(/^Opening/)
    await act(async () => vi.advanceTimersByTimeAsync(2500))
    expect(screen.queryByRole('dialog', { name: 'Get Earshot' })).toBeNull()
    await act(async () => vi.advanceTimersByTimeAsync(600))
    expect(await screen.findByRole('dialog', { name: 'Get Earshot' })).toBeTruthy()
    expect(screen.getByText(/did not open/)).toBeTruthy()
    expect(isDialogOpen('openDesktop')).toBe(false)
    vi.useRealTimers()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Get Earshot' })).toBeNull())
  })

  it('offers no download when the program took the focus', async () => {
    const openedUrls = stubLocation()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await renderDialogs(openDesktopProgram)
    await waitFor(() => expect(openedUrls).toHaveLength(1))
    await screen.findByText(/^Opening/)
    await waitFor(() => {
      fireEvent.blur(window)
      expect(screen.getByText('The desktop app should be open now.')).toBeTruthy()
    })
    await act(async () => vi.advanceTimersByTimeAsync(4000))
    expect(screen.queryByRole('dialog', { name: 'Get Earshot' })).toBeNull()
  })

  it('offers the phone apps at once on a phone', async () => {
    const openedUrls = stubLocation()
    const { server, user } = await renderDialogs(openDesktopProgram, {
      userAgent: IPHONE,
      downloads: { app_store: 'https://apps.example/1' },
    })
    expect(await screen.findByRole('link', { name: 'App Store' })).toBeTruthy()
    expect(screen.queryByText(/did not open/)).toBeNull()
    expect([openedUrls, server.requests.filter((call) => call.includes('auth-code'))]).toEqual([[], []])
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(isDialogOpen('download')).toBe(false))
  })

  it('does not open the program again after a dialog with a higher priority', async () => {
    const openedUrls = stubLocation()
    await renderDialogs(openDesktopProgram)
    await waitFor(() => expect(openedUrls).toHaveLength(1))
    await act(async () => setBlockingDialogOpen(true))
    expect(isDialogOpen('openDesktop')).toBe(false)
    await act(async () => setBlockingDialogOpen(false))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(openedUrls).toHaveLength(1)
  })

  it('shows the error of the code request and opens nothing', async () => {
    const openedUrls = stubLocation()
    const code = handle(desktopContract.code, () => {
      throw new MockError(429, '', { 'retry-after': '20' })
    })
    await renderDialogs(openDesktopProgram, { code })
    expect(await screen.findByText(/Try again in 20\ss\./)).toBeTruthy()
    expect(openedUrls).toEqual([])
  })
})
