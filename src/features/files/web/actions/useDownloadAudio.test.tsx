import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LOCALES } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'
import { MockLibraryServer, fileRow } from '#test/screens/MockLibraryServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { useLibrary } from '../sync/queries.ts'
import { FileMenu } from './FileMenu.tsx'

const talk = fileRow({ id: 'a'.repeat(32), filename: 'Talk' })
const ROUTE = `GET /file/temp-url/${talk.id}`
const LINK = { status: 0, msg: '', temp_url: 'https://blobs.test/talk', temp_url_opus: null, temp_type: 'audio/mpeg' }

let followed: { href: string; hasDownload: boolean }[]
beforeEach(() => {
  followed = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push({ href: this.href, hasDownload: this.hasAttribute('download') })
  })
})
afterEach(() => vi.unstubAllGlobals())

function Menus() {
  return useLibrary().data?.map((file) => <FileMenu key={file.id} file={file} />)
}

async function openMenu(file = talk, locale: Locale = 'en_US') {
  const server = new MockLibraryServer({ files: [file] })
  const view = await renderWithProviders(<Menus />, { locale })
  await view.user.click(await screen.findByRole('button', { name: /Talk/ }))
  await screen.findByRole('menu')
  const chooseDownload = async () => view.user.click(await screen.findByRole('menuitem', { name: 'Download audio' }))
  return { ...view, server, chooseDownload }
}
const alertText = async () => (await screen.findByRole('alertdialog')).textContent

describe('downloading the audio of a recording', () => {
  it('follows a link whose response names the file, and stays on the page', async () => {
    const { server, chooseDownload } = await openMenu()
    server.refuse(ROUTE, { body: LINK })
    await chooseDownload()
    await waitFor(() => expect(followed).toEqual([{ href: 'https://blobs.test/talk', hasDownload: true }]))
    expect(document.querySelector('a')).toBeNull()
  })

  it('is not offered when the audio was deleted', async () => {
    await openMenu({ ...talk, ori_ready: false })
    expect(screen.queryByRole('menuitem', { name: 'Download audio' })).toBeNull()
  })

  it('is not offered in the trash', async () => {
    await openMenu({ ...talk, is_trash: true })
    expect(screen.queryByRole('menuitem', { name: 'Download audio' })).toBeNull()
  })

  it('says why when the audio was deleted meanwhile, and reloads the list', async () => {
    const { server, chooseDownload } = await openMenu()
    server.refuse(ROUTE, { body: { status: -7021, msg: 'deleted' } })
    server.files = [{ ...talk, ori_ready: false }]
    await chooseDownload()
    expect(await alertText()).toContain('The audio was deleted by your retention setting. The transcript stays.')
    await waitFor(() => expect(server.calls('GET /file/changes').length).toBeGreaterThan(0))
    expect(followed).toEqual([])
  })

  it('says so when the recording was deleted meanwhile', async () => {
    const { server, chooseDownload } = await openMenu()
    server.refuse(ROUTE, { httpStatus: 404, body: { status: -404, msg: 'not found' } })
    await chooseDownload()
    expect(await alertText()).toContain('This recording was just deleted, here or on another device.')
  })

  it.each([
    ['the server fails', { httpStatus: 500, body: { status: -500, msg: '', request_id: 'r1' } }],
    ['the server cannot be reached', 'unreachable' as const],
  ])('says that it failed and why when %s', async (_, response) => {
    const { server, chooseDownload } = await openMenu()
    server.refuse(ROUTE, response)
    await chooseDownload()
    expect(await alertText()).toMatch(/The audio could not be downloaded\. \S+/)
    expect(followed).toEqual([])
  })

  it.each(LOCALES)('is translated into %s', async (locale) => {
    await openMenu(talk, locale)
    expect(screen.getByRole('menu').textContent).not.toMatch(/audio_/)
  })
})
