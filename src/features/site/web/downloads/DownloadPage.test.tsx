import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { siteContract } from '../../contract.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderPublicPage } from '#test/screens/renderPublicPage.tsx'
import { mockHost } from '#test/screens/mockHost.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { handleDownloads } from '#test/screens/siteSettings.ts'
import { AppLinkPage } from '../links/AppLinkPage.tsx'
import { DownloadPage } from './DownloadPage.tsx'

const BASE = 'https://files.example.org'
const STORES = { app_store: 'https://apps.example/1', google_play: 'https://play.example/1', apk: `${BASE}/e.apk` }
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15'
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

function mockDownloads(
  userAgent: string,
  downloads: Parameters<typeof handleDownloads>[0],
  respond = () => new Response('version: 0.9.2'),
) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  mockServer([handleDownloads(downloads)])
  mockHost(BASE, respond)
}

const getLinks = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

describe('download page (A§2, B§7)', () => {
  it('shows the downloads for this computer first and all others below, in the version from the host', async () => {
    mockDownloads(WINDOWS, { base: BASE, ...STORES })
    await renderPublicPage('/download', DownloadPage)
    expect(await screen.findByText('Desktop app: version 0.9.2')).toBeTruthy()
    expect(getLinks()).toEqual([
      ['Download for Windows', `${BASE}/Earshot-0.9.2-x64.exe`],
      ['macOS (Apple silicon)For Macs with Apple silicon', `${BASE}/Earshot-0.9.2-arm64.dmg`],
      ['macOS (Intel)For Macs with an Intel processor', `${BASE}/Earshot-0.9.2-x64.dmg`],
      ['App StoreFor iPhone and iPad', STORES.app_store],
      ['Google PlayFor Android', STORES.google_play],
      ['Android (APK)Without an app store', STORES.apk],
    ])
    expect(document.title).toBe('Download Earshot · Earshot')
    expect(await axeViolations()).toEqual([])
  })

  it('offers both images on a Mac', async () => {
    mockDownloads(MAC, { base: BASE })
    await renderPublicPage('/download', DownloadPage)
    expect(await screen.findByRole('link', { name: 'Download for macOS (Apple silicon)' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Download for macOS (Intel)' })).toBeTruthy()
  })

  it('shows that the latest version is unknown and offers 0.7.0', async () => {
    mockDownloads(WINDOWS, { base: BASE }, () => new Response('', { status: 404 }))
    await renderPublicPage('/download', DownloadPage)
    expect(await screen.findByText('The latest version could not be checked. Version 0.7.0 is offered.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Download for Windows' }).getAttribute('href')).toBe(`${BASE}/Earshot-0.7.0-x64.exe`)
  })

  it('shows the browser and the phone when the operator offers no downloads', async () => {
    mockDownloads(WINDOWS, {})
    await renderPublicPage('/download', DownloadPage)
    expect(await screen.findByText('This server offers no apps to download. Earshot works in your browser.')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'In your browser' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'On your phone' })).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
    expect(await axeViolations()).toEqual([])
  })

  it('shows the browser installation for this device first', async () => {
    mockDownloads(ANDROID, {})
    await renderPublicPage('/download', DownloadPage)
    await screen.findByText('This server offers no apps to download. Earshot works in your browser.')
    expect(screen.getAllByRole('listitem')[0]?.textContent).toMatch(/^Chrome on Android/)
    expect(screen.queryByRole('heading', { name: 'On your phone' })).toBeNull()
  })

  it('shows the URL as a QR code unless phones cannot reach it', async () => {
    mockDownloads(WINDOWS, {})
    const first = await renderPublicPage('/download', DownloadPage)
    expect(await screen.findByText(/works on this computer only/)).toBeTruthy()
    first.unmount()
    vi.stubGlobal('location', new URL('https://earshot.example/download'))
    await renderPublicPage('/download', DownloadPage)
    const code = await screen.findByRole('img', { name: 'QR code of earshot.example/applink' })
    await waitFor(() => expect(code.querySelector('svg')).toBeTruthy())
    expect(await axeViolations()).toEqual([])
  })

  it('shows an error when the request fails and can retry', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(WINDOWS)
    let isFailing = true
    mockServer([
      handle(siteContract.init, () => {
        if (isFailing) throw new MockError(500)
        return handleDownloads().handler({} as never) as never
      }),
    ])
    const { user } = await renderPublicPage('/download', DownloadPage)
    expect(await screen.findByText('Something went wrong')).toBeTruthy()
    isFailing = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/offers no apps/)).toBeTruthy()
  })

  it('is translated', async () => {
    mockDownloads(WINDOWS, { base: BASE })
    await renderPublicPage('/download', DownloadPage, '', { locale: 'de_DE' })
    expect(await screen.findByRole('link', { name: 'Für Windows herunterladen' })).toBeTruthy()
  })
})

describe('page for phone links (A§2 /applink)', () => {
  it('shows the stores on a phone, the matching one first, and a link to continue in the browser', async () => {
    mockDownloads(ANDROID, { base: BASE, ...STORES })
    await renderPublicPage('/applink', AppLinkPage)
    await screen.findByRole('link', { name: 'Google Play' })
    expect(getLinks().map(([name]) => name)).toEqual([
      'Google Play',
      'Download for Android (APK)',
      'App Store',
      'Continue in the browser',
    ])
    expect(await axeViolations()).toEqual([])
  })

  it('shows on a phone how to continue without an app', async () => {
    mockDownloads(ANDROID, {})
    await renderPublicPage('/applink', AppLinkPage)
    expect(await screen.findByText(/has no phone app/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Continue in the browser' }).getAttribute('href')).toBe('/')
  })

  it('shows the QR code on a computer', async () => {
    mockDownloads(WINDOWS, STORES)
    await renderPublicPage('/applink', AppLinkPage)
    expect(await screen.findByRole('heading', { name: 'On your phone' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Continue in the browser' })).toBeNull()
  })
})
