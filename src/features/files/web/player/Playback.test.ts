import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Unreachable } from '#shared/client.ts'
import { minutes, seconds } from '#shared/units.ts'
import { MockAudioElement } from '#test/screens/MockAudioElement.ts'
import { Playback } from './Playback.ts'

let sound: MockAudioElement
let linkRequests: number
let isOffline: boolean
const link = () => {
  if (isOffline) return Promise.reject(new Unreachable('network'))
  return Promise.resolve(`link ${++linkRequests}`)
}
const waitUntilReady = () => vi.waitFor(() => expect(playback.state().waiting).toBe(false))
let playback: Playback
let close: () => void

beforeEach(() => {
  linkRequests = 0
  isOffline = false
  localStorage.clear()
  sound = new MockAudioElement(minutes(10))
  playback = new Playback({ link, duration: minutes(10) - 3, element: sound })
  close = playback.open()
})
afterEach(() => {
  close()
  vi.useRealTimers()
})

describe('playing', () => {
  it('requests a link only on play, and then takes the duration from the audio', async () => {
    expect(linkRequests).toBe(0)
    await playback.play()
    await waitUntilReady()
    expect(playback.state()).toMatchObject({ playing: true, duration: minutes(10), error: undefined })
    expect(sound.links).toEqual(['link 1'])
  })

  it('starts at the position set before the audio was loaded', async () => {
    playback.playFrom(seconds(374))
    expect(playback.time()).toBe(seconds(374))
    await waitUntilReady()
    expect(sound.currentTime).toBe(374)
    expect(playback.state().playing).toBe(true)
  })

  it('seeks ten seconds and stays within the recording', async () => {
    await playback.play()
    await waitUntilReady()
    playback.skip(-1)
    expect(playback.time()).toBe(0)
    playback.skip(1)
    expect(playback.time()).toBe(seconds(10))
    playback.seek(minutes(99))
    expect(playback.time()).toBe(minutes(10))
  })

  it('repeats a part until the user seeks to outside of it', async () => {
    playback.setLoop({ start: seconds(20), end: seconds(30) })
    await waitUntilReady()
    expect(playback.time()).toBe(seconds(20))
    sound.playTo(seconds(30))
    expect(playback.time()).toBe(seconds(20))
    playback.seek(seconds(25))
    expect(playback.state().loop).toEqual({ start: seconds(20), end: seconds(30) })
    playback.seek(seconds(90))
    expect(playback.state().loop).toBeUndefined()
    sound.playTo(seconds(95))
    expect(playback.time()).toBe(seconds(95))
  })

  it('repeats a part that ends with the recording', async () => {
    playback.setLoop({ start: minutes(9), end: minutes(10) })
    await waitUntilReady()
    sound.paused = true
    sound.dispatchEvent(new Event('ended'))
    await vi.waitFor(() => expect(sound.paused).toBe(false))
    expect(playback.time()).toBe(minutes(9))
    expect(playback.state().playing).toBe(true)
  })

  it('skips silence when asked to, and remembers the choice', async () => {
    playback.setSilences([{ start: seconds(10), end: seconds(40) }])
    await playback.play()
    await waitUntilReady()
    sound.playTo(seconds(12))
    expect(playback.time()).toBe(seconds(12))
    playback.setSkipsSilence(true)
    sound.playTo(seconds(13))
    expect(playback.time()).toBe(seconds(40))
    expect(new Playback({ link, duration: minutes(1), element: sound }).state().skipsSilence).toBe(true)
  })

  it('restarts after it has played to the end', async () => {
    await playback.play()
    await waitUntilReady()
    sound.playToEnd()
    expect(playback.state().playing).toBe(false)
    await playback.play()
    expect(playback.time()).toBe(0)
  })

  it('notifies time listeners of the time and state listeners of the state', async () => {
    const [time, state] = [vi.fn<() => void>(), vi.fn<() => void>()]
    playback.subscribeTime(time)
    playback.subscribe(state)
    await playback.play()
    await waitUntilReady()
    time.mockClear()
    state.mockClear()
    sound.playTo(seconds(3))
    expect(time).toHaveBeenCalled()
    expect(state).not.toHaveBeenCalled()
    expect(playback.time()).toBe(seconds(3))
  })

  it('stops when the page closes and continues from there when it opens again', async () => {
    await playback.play()
    await waitUntilReady()
    sound.playTo(seconds(42))
    close()
    expect(sound.paused).toBe(true)
    close = playback.open()
    expect(playback.time()).toBe(seconds(42))
    await playback.play()
    await vi.waitFor(() => expect(sound.currentTime).toBe(42))
  })
})

describe('playback speed', () => {
  it('is saved for the next recording and kept with a new link', async () => {
    playback.setSpeed(1.5)
    await playback.play()
    expect(sound.playbackRate).toBe(1.5)
    expect(new Playback({ link, duration: 1, element: sound }).state().speed).toBe(1.5)
  })

  it('is 1 when the saved value is invalid', () => {
    localStorage.setItem('earshot_player_speed', JSON.stringify({ value: 90, expires: null }))
    expect(new Playback({ link, duration: 1, element: sound }).state().speed).toBe(1)
  })
})

describe('audio link', () => {
  it('is renewed when it expires during playback, and playback continues at the same position', async () => {
    await playback.play()
    await waitUntilReady()
    sound.playTo(seconds(90))
    sound.breakLink()
    await vi.waitFor(() => expect(sound.links).toEqual(['link 1', 'link 2']))
    await vi.waitFor(() => expect(sound.currentTime).toBe(90))
    await vi.waitFor(() => expect(playback.state()).toMatchObject({ playing: true, error: undefined }))
  })

  it('is renewed before its last minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await playback.play()
    playback.pause()
    vi.setSystemTime(Date.now() + minutes(56))
    await playback.play()
    expect(sound.links).toEqual(['link 1', 'link 2'])
  })

  it('sets an error when it fails twice in a row, until a retry', async () => {
    sound.broken.add('link 1').add('link 2')
    await playback.play()
    await vi.waitFor(() => expect(playback.state().error).toBe('unplayable'))
    expect(playback.state()).toMatchObject({ playing: false, waiting: false })
    playback.retry()
    await vi.waitFor(() => expect(playback.state()).toMatchObject({ playing: true, error: undefined }))
    expect(sound.src).toBe('link 3')
  })

  it('sets the error of a failed request', async () => {
    isOffline = true
    await playback.play()
    expect(playback.state().error).toBeInstanceOf(Unreachable)
    expect(playback.state().waiting).toBe(false)
  })
})
