import { screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { personalDataContract } from '../../contract.ts'
import { ExportMyData } from './ExportMyData.tsx'

beforeEach(async () => {
  await loadMessages('personal-data')
})

const ARCHIVE_URL = 'http://earshot.test/api/user/me/export/archive?sig=x'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function renderButton(handler: () => { data: { url: string } }, locale?: 'de_DE') {
  const clickedLinks: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clickedLinks.push(this.href)
  })
  mockServer([handle(personalDataContract.all, handler)])
  const view = await renderWithProviders(<ExportMyData />, locale ? { locale } : {})
  return { ...view, clickedLinks, statusText: () => screen.getByRole('status').textContent }
}

describe('the button that downloads all personal data', () => {
  it('describes the download and shows that it has started', async () => {
    const { user, clickedLinks, statusText, container } = await renderButton(() => ({ data: { url: ARCHIVE_URL } }))
    expect(statusText()).toContain('One ZIP file')
    expect((await axe.run(container)).violations).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Download everything' }))
    await waitFor(() => expect(statusText()).toContain('The download has started'))
    expect(clickedLinks).toEqual([ARCHIVE_URL])
  })

  it('shows when the rate limit is reached', async () => {
    const { user, clickedLinks, statusText } = await renderButton(() => {
      throw new MockError(429)
    })
    await user.click(screen.getByRole('button'))
    await waitFor(() => expect(statusText()).toContain('three times an hour'))
    expect(clickedLinks).toEqual([])
  })

  it('shows a failure and can be pressed again', async () => {
    let fails = true
    const { user, statusText } = await renderButton(() => {
      if (fails) throw new MockError(500)
      return { data: { url: ARCHIVE_URL } }
    })
    await user.click(screen.getByRole('button'))
    await waitFor(() => expect(statusText()).toContain('could not be prepared'))
    fails = false
    await user.click(screen.getByRole('button'))
    await waitFor(() => expect(statusText()).toContain('The download has started'))
  })

  it('is translated', async () => {
    const { statusText } = await renderButton(() => ({ data: { url: ARCHIVE_URL } }), 'de_DE')
    expect(screen.getByRole('button', { name: 'Alles herunterladen' })).toBeTruthy()
    expect(statusText()).toContain('ZIP-Datei')
  })
})
