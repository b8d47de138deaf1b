import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderPublicPage } from '#test/screens/renderPublicPage.tsx'
import { mockServer } from '#test/screens/mockServer.ts'
import { LaunchDesktopPage } from './LaunchDesktopPage.tsx'
import { ShortLinkPage } from './ShortLinkPage.tsx'
import { TemplateLinkPage } from './TemplateLinkPage.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('/launch-desktop (A§2, A§8)', () => {
  it('redirects to the sign-in of the desktop program', async () => {
    const { currentAddress, length } = await renderPublicPage('/launch-desktop', LaunchDesktopPage, '?desktop_uuid=d-1')
    await waitFor(() => expect(currentAddress()).toBe('/login?client=desktop&desktop_uuid=d-1'))
    expect(length()).toBe(1)
  })

  it.each(['', '?desktop_uuid='])('asks to update a program without an id: %j', async (query) => {
    const { requests } = mockServer([])
    const { currentAddress } = await renderPublicPage('/launch-desktop', LaunchDesktopPage, query)
    expect(await screen.findByRole('heading', { name: 'Update the desktop app' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe('/download')
    expect([requests, currentAddress()]).toEqual([[], `/launch-desktop${query}`])
    expect(await axeViolations()).toEqual([])
  })
})

describe('/shortlink (A§2)', () => {
  it('shows its target and opens it only on click', async () => {
    const { user, currentAddress } = await renderPublicPage('/shortlink', ShortLinkPage, '?to=%2Ffile%2F9f%3Fx%3D1')
    expect(await screen.findByText(`${location.host}/file/9f`)).toBeTruthy()
    expect(await axeViolations()).toEqual([])
    expect(currentAddress()).toContain('/shortlink')
    await user.click(screen.getByRole('link', { name: 'Open page' }))
    await waitFor(() => expect(currentAddress()).toBe('/file/9f'))
  })

  it('opens the page of a shared recording outside of the app, which does not have it', async () => {
    await renderPublicPage('/shortlink', ShortLinkPage, '?to=%2Fshare%2Fabc')
    const link = await screen.findByRole('link', { name: 'Open page' })
    const wasPrevented = new Promise((resolve) => {
      document.addEventListener('click', (event) => resolve(event.defaultPrevented), { once: true })
    })
    link.click()
    expect([await wasPrevented, link.getAttribute('href')]).toEqual([false, '/share/abc'])
  })

  it.each([
    '',
    '?to=https%3A%2F%2Fevil.example',
    '?to=%2F%2Fevil.example',
    '?to=javascript%3Aalert(1)',
    '?to=%2F%255Cevil.example',
  ])('rejects other targets: %j', async (query) => {
    await renderPublicPage('/shortlink', ShortLinkPage, query)
    expect(await screen.findByRole('heading', { name: 'Broken link' })).toBeTruthy()
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/'])
    expect(document.body.textContent).not.toContain('evil')
  })
})

describe('/templatelink (A§2)', () => {
  it.each([
    ['?template_id=t-1', '/community-templates?template_id=t-1'],
    ['', '/community-templates'],
  ])('redirects to the templates: %j', async (query, to) => {
    const { currentAddress, length } = await renderPublicPage('/templatelink', TemplateLinkPage, query)
    await waitFor(() => expect(currentAddress()).toBe(to))
    expect(length()).toBe(1)
  })

  it.each(['?template_id=', '?template_id=a%2Fb', '?template_id=%3Cscript%3E'])(
    'shows that the id in %j is invalid',
    async (query) => {
      const { currentAddress } = await renderPublicPage('/templatelink', TemplateLinkPage, query)
      expect(await screen.findByRole('heading', { name: 'Template not found' })).toBeTruthy()
      expect(screen.getByRole('link').getAttribute('href')).toBe('/community-templates')
      expect(currentAddress()).toContain('/templatelink')
      expect(await axeViolations()).toEqual([])
    },
  )
})
