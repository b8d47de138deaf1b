import { act, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { minutes, seconds } from '#shared/units.ts'
import { notifySignedOut } from '#browser/session/signOutEvents.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { MockAudioElement } from '#test/screens/MockAudioElement.ts'
import { libraryHandlers } from '#test/screens/MockLibrary.ts'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { withRouter } from '#test/screens/withRouter.tsx'
import { filesContract } from '../../contract.ts'
import { useLibrary } from '../sync/queries.ts'
import { closeBackgroundPlayback } from './backgroundPlayback.ts'
import { MiniPlayer } from './MiniPlayer.tsx'
import { PlayButton } from './Player.tsx'
import { PlayerProvider } from './PlayerProvider.tsx'

const [TALK, LECTURE] = ['a'.repeat(32), 'b'.repeat(32)]

afterEach(() => {
  act(() => closeBackgroundPlayback())
  vi.unstubAllGlobals()
})

/** Shows an app with the pages of two recordings and another page, and the mini player on each of them. */
async function showApp() {
  const savedPositions: [string, number | undefined][] = []
  const files = [fileRow({ id: TALK, filename: 'Talk' }), fileRow({ id: LECTURE, filename: 'Lecture' })]
  mockServer([
    ...libraryHandlers(() => files),
    handle(filesContract.tempUrl, () => ({
      temp_url: 'https://blobs.test/signed',
      temp_url_opus: null,
      temp_type: 'audio/mpeg' as const,
    })),
    handle(filesContract.visit, ({ params, body }) => {
      savedPositions.push([params.id, body.position])
      return {}
    }),
  ])
  const sounds = new Map([TALK, LECTURE].map((id) => [id, new MockAudioElement(minutes(48))]))
  function Pages() {
    const [id, setId] = useState<string | null>(TALK)
    useLibrary()
    return (
      <>
        <button onClick={() => setId(TALK)}>Open the talk</button>
        <button onClick={() => setId(LECTURE)}>Open the lecture</button>
        <button onClick={() => setId(null)}>Open home</button>
        {id && (
          <PlayerProvider key={id} fileId={id} duration={minutes(48)} position={seconds(90)} element={sounds.get(id)!}>
            <main>
              <PlayButton />
            </main>
          </PlayerProvider>
        )}
        <MiniPlayer />
      </>
    )
  }
  const { page, address } = withRouter(<Pages />)
  const view = await renderWithProviders(page)
  await screen.findByRole('main')
  const open = (name: 'talk' | 'lecture' | 'home') =>
    view.user.click(screen.getByRole('button', { name: new RegExp(`^Open.* ${name}$`) }))
  return { ...view, address, open, sound: (id: string) => sounds.get(id)!, savedPositions }
}

const miniPlayer = () => screen.queryByRole('region', { name: 'Playing in the background' })
const pageButton = (name: string) => within(screen.getByRole('main')).findByRole('button', { name })

describe('the sound of a recording', () => {
  it('starts where the user last stopped', async () => {
    const { user, sound } = await showApp()
    await user.click(await pageButton('Play'))
    await pageButton('Pause')
    expect(sound(TALK).currentTime).toBe(90)
  })

  it('goes on in a small player when its page is left, which leads back', async () => {
    const { user, open, sound, address } = await showApp()
    await user.click(await pageButton('Play'))
    await pageButton('Pause')
    expect(miniPlayer()).toBeNull()
    await open('home')
    expect(sound(TALK).paused).toBe(false)
    expect(within(miniPlayer()!).getByText('1:30')).toBeDefined()
    expect(await axeViolations()).toEqual([])
    const link = await within(miniPlayer()!).findByRole('link', { name: 'Talk' })
    await user.click(link)
    expect(address()).toBe(`/file/${TALK}`)
    await open('talk')
    expect(miniPlayer()).toBeNull()
    await pageButton('Pause')
    expect(sound(TALK).links).toHaveLength(1)
  })

  it('stops when its page is left while it is paused', async () => {
    const { open } = await showApp()
    await open('home')
    expect(miniPlayer()).toBeNull()
  })

  it('is stopped by Close, by the sound of another recording and by signing out', async () => {
    const { user, open, sound } = await showApp()
    const playInBackground = async () => {
      await open('talk')
      await user.click(await pageButton('Play'))
      await pageButton('Pause')
      await open('home')
    }
    await playInBackground()
    await user.click(within(miniPlayer()!).getByRole('button', { name: 'Stop and close' }))
    expect([miniPlayer(), sound(TALK).paused]).toEqual([null, true])
    await playInBackground()
    await open('lecture')
    expect(miniPlayer()).not.toBeNull()
    await user.click(await pageButton('Play'))
    await pageButton('Pause')
    expect([miniPlayer(), sound(TALK).paused]).toEqual([null, true])
    await open('home')
    act(() => notifySignedOut())
    expect([miniPlayer(), sound(LECTURE).paused]).toEqual([null, true])
  })

  it('is paused when another tab plays', async () => {
    const { user, sound } = await showApp()
    await user.click(await pageButton('Play'))
    await pageButton('Pause')
    const otherTab = new BroadcastChannel('earshot-playback')
    otherTab.postMessage('playing')
    await pageButton('Play')
    expect(sound(TALK).paused).toBe(true)
    otherTab.close()
  })

  it('has its position saved when it is paused and when its page is left, and from the start after the end', async () => {
    const { user, sound, savedPositions } = await showApp()
    const playTo = async (position: number) => {
      await user.click(await pageButton('Play'))
      await pageButton('Pause')
      act(() => sound(TALK).playTo(position))
    }
    await playTo(seconds(100))
    await user.click(await pageButton('Pause'))
    expect(savedPositions).toEqual([[TALK, seconds(100)]])
    await playTo(minutes(48) - seconds(1))
    await user.click(await pageButton('Pause'))
    expect(savedPositions.slice(1)).toEqual([[TALK, 0]])
  })
})
