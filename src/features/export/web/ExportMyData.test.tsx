import { screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { Says, on, serveInMemory } from '#test/screen/serveInMemory.ts'
import { exportContract } from '../contract.ts'
import { ExportMyData } from './ExportMyData.tsx'

const URL_GIVEN = 'http://earshot.test/api/user/me/export/archive?sig=x'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function button(answer: () => { data: { url: string } }, locale?: 'de_DE') {
  const followed: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.href)
  })
  serveInMemory([on(exportContract.all, answer)])
  const view = await renderScreen(<ExportMyData />, locale ? { locale } : {})
  return { ...view, followed, says: () => screen.getByRole('status').textContent }
}

describe('the button that downloads all personal data', () => {
  it('describes the download and shows that it has started', async () => {
    const { user, followed, says, container } = await button(() => ({ data: { url: URL_GIVEN } }))
    expect(says()).toContain('One ZIP file')
    expect((await axe.run(container)).violations).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Download everything' }))
    await waitFor(() => expect(says()).toContain('The download has begun'))
    expect(followed).toEqual([URL_GIVEN])
  })

  it('shows when the rate limit is reached', async () => {
    const { user, followed, says } = await button(() => {
      throw new Says(429)
    })
    await user.click(screen.getByRole('button'))
    await waitFor(() => expect(says()).toContain('three times an hour'))
    expect(followed).toEqual([])
  })

  it('shows a failure and can be pressed again', async () => {
    let fails = true
    const { user, says } = await button(() => {
      if (fails) throw new Says(500)
      return { data: { url: URL_GIVEN } }
    })
    await user.click(screen.getByRole('button'))
    await waitFor(() => expect(says()).toContain('could not be prepared'))
    fails = false
    await user.click(screen.getByRole('button'))
    await waitFor(() => expect(says()).toContain('The download has begun'))
  })

  it('is translated', async () => {
    const { says } = await button(() => ({ data: { url: URL_GIVEN } }), 'de_DE')
    expect(screen.getByRole('button', { name: 'Alles herunterladen' })).toBeTruthy()
    expect(says()).toContain('ZIP-Datei')
  })
})
