import { fireEvent, screen } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { minutes, seconds } from '#shared/units.ts'
import { FILE_ID } from '#test/screens/createRecording.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { MockAudioElement } from '#test/screens/MockAudioElement.ts'
import { trackFocusOrigin } from '#browser/keyboard/focusOrigin.ts'
import { setCharacterShortcuts } from '#browser/keyboard/shortcuts.ts'
import { filesContract } from '../../contract.ts'
import { Player } from './Player.tsx'
import { PlayerProvider } from './PlayerProvider.tsx'
import { readMarkers } from './MarkersMenu.tsx'

// jsdom renders and measures nothing.
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

async function renderPlayer({
  link,
  markers,
}: { link?: () => { temp_url: string; temp_url_opus: null; temp_type: 'audio/mpeg' }; markers?: unknown } = {}) {
  const server = mockServer([
    handle(filesContract.peaks, () => ({ data: { peaks: btoa('\u0000\u00ff') } })),
    handle(
      filesContract.tempUrl,
      link ?? (() => ({ temp_url: 'https://blobs.test/signed', temp_url_opus: null, temp_type: 'audio/mpeg' as const })),
    ),
  ])
  const sound = new MockAudioElement(minutes(48) + seconds(7))
  const view = await renderWithProviders(
    <PlayerProvider fileId={FILE_ID} duration={minutes(48) + seconds(7)} element={sound}>
      <input aria-label="elsewhere" />
      <Player fileId={FILE_ID} markers={readMarkers({ extra_data: { markers } })} />
    </PlayerProvider>,
  )
  return { ...view, sound, server }
}

const getSlider = () => screen.getByRole('slider', { name: 'Position in the recording' })

describe('player', () => {
  it('plays from the signed link and shows the position', async () => {
    const { user, sound, server } = await renderPlayer()
    await user.click(screen.getByRole('button', { name: 'Play' }))
    await screen.findByRole('button', { name: 'Pause' })
    expect(server.requests).toContain(`GET /file/temp-url/${FILE_ID}`)
    expect(sound.src).toBe('https://blobs.test/signed')
    sound.playTo(seconds(381))
    await vi.waitFor(() => expect(getSlider().getAttribute('aria-valuetext')).toBe('6:21 of 48:07'))
    expect(screen.getAllByText('6:21').length).toBeGreaterThan(0)
    expect(screen.getByText('48:07')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    expect(sound.paused).toBe(true)
  })

  it('seeks by arrows, Page Up, Home and End on the waveform', async () => {
    const { user } = await renderPlayer()
    getSlider().focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
    expect(getSlider().getAttribute('aria-valuenow')).toBe('5')
    await user.keyboard('{PageUp}')
    expect(getSlider().getAttribute('aria-valuenow')).toBe('65')
    await user.keyboard('{End}')
    expect(getSlider().getAttribute('aria-valuetext')).toBe('48:07 of 48:07')
    await user.keyboard('{Home}')
    expect(getSlider().getAttribute('aria-valuenow')).toBe('0')
  })

  it('seeks by pointer on the waveform, only on release', async () => {
    await renderPlayer()
    vi.spyOn(getSlider(), 'getBoundingClientRect').mockReturnValue(DOMRect.fromRect({ x: 100, width: 200 }))
    fireEvent.pointerDown(getSlider(), { clientX: 120, button: 0 })
    fireEvent.pointerMove(getSlider(), { clientX: 180 })
    expect(getSlider().getAttribute('aria-valuenow')).toBe('0')
    fireEvent.pointerUp(getSlider(), { clientX: 200 })
    expect(getSlider().getAttribute('aria-valuenow')).toBe(String(Math.floor((48 * 60 + 7) / 2)))
  })

  it('shows the time below the pointer while it is on the waveform', async () => {
    await renderPlayer()
    vi.spyOn(getSlider(), 'getBoundingClientRect').mockReturnValue(DOMRect.fromRect({ x: 100, width: 200 }))
    fireEvent.pointerMove(getSlider(), { clientX: 150, pointerType: 'mouse' })
    expect(screen.getByText('12:01')).toBeDefined()
    expect(getSlider().getAttribute('aria-valuetext')).toBe('0:00 of 48:07')
    fireEvent.pointerLeave(getSlider())
    expect(screen.queryByText('12:01')).toBeNull()
  })

  it('handles Space, J and L, but not while typing', async () => {
    const { user } = await renderPlayer()
    await user.keyboard('ll')
    expect(getSlider().getAttribute('aria-valuenow')).toBe('20')
    await user.keyboard('j')
    expect(getSlider().getAttribute('aria-valuenow')).toBe('10')
    await user.keyboard(' ')
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeDefined()
    await user.type(screen.getByLabelText('elsewhere'), 'l j')
    expect(getSlider().getAttribute('aria-valuenow')).toBe('10')
    expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined()
  })

  it('plays by Space after a click on any control, and by K', async () => {
    const stopTracking = trackFocusOrigin()
    const { user } = await renderPlayer()
    const followButton = screen.getByRole('button', { name: 'Follow transcript' })
    await user.click(followButton)
    expect(followButton.getAttribute('aria-pressed')).toBe('false')
    await user.keyboard(' ')
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeDefined()
    expect(followButton.getAttribute('aria-pressed')).toBe('false')
    await user.keyboard('k')
    expect(await screen.findByRole('button', { name: 'Play' })).toBeDefined()
    // Reached by the keyboard, the control keeps its Space.
    await user.tab({ shift: true })
    await user.tab()
    expect(document.activeElement).toBe(followButton)
    await user.keyboard(' ')
    expect(followButton.getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('button', { name: 'Play' })).toBeDefined()
    stopTracking()
  })

  it('ignores J and L when single-key shortcuts are off, and still handles Space (WCAG 2.1.4)', async () => {
    setCharacterShortcuts(false)
    const { user } = await renderPlayer()
    await user.keyboard('lj')
    expect(getSlider().getAttribute('aria-valuenow')).toBe('0')
    await user.keyboard(' ')
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeDefined()
    setCharacterShortcuts(true)
  })

  it('offers speeds from 0.5 to 3 and saves the selected one', async () => {
    const { user, sound } = await renderPlayer()
    await user.click(screen.getByRole('button', { name: 'Speed 1×' }))
    const speeds = (await screen.findAllByRole('menuitemradio')).map((item) => item.textContent)
    expect([speeds[0], speeds.at(-1)]).toEqual(['0.5×', '3×'])
    await user.click(screen.getByRole('menuitemradio', { name: '1.2×' }))
    expect(sound.playbackRate).toBe(1.2)
    expect(screen.getByRole('button', { name: 'Speed 1.2×' })).toBeDefined()
    expect(localStorage.getItem('earshot_player_speed')).toContain('1.2')
  })

  it('shows an error without audio, and retries', async () => {
    let isOffline = true
    const { user } = await renderPlayer({
      link: () => {
        if (isOffline) throw new MockError(500)
        return { temp_url: 'https://blobs.test/second', temp_url_opus: null, temp_type: 'audio/mpeg' }
      },
    })
    await user.click(screen.getByRole('button', { name: 'Play' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The recording cannot be played.')
    isOffline = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('button', { name: 'Pause' })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows the markers set while recording, and seeks to them', async () => {
    const markers = [
      { at: seconds(754), text: 'decision' },
      { at: seconds(5), text: '' },
      'nonsense',
      { text: 'nowhere' },
      { at: minutes(90) },
    ]
    const { user, sound } = await renderPlayer({ markers })
    expect(document.querySelectorAll('[data-tick]')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Markers' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual(['0:05Marker', '12:34decision', '1:30:00Marker'])
    await user.click(items[1]!)
    await vi.waitFor(() => expect(sound.currentTime).toBe(754))
  })

  it('shows no markers menu without markers', async () => {
    await renderPlayer({ markers: 'none' })
    expect(screen.queryByRole('button', { name: 'Markers' })).toBeNull()
  })

  it('has no accessibility violations', async () => {
    const { container } = await renderPlayer()
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  })
})
