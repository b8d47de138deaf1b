import { useEffect, useState, useSyncExternalStore } from 'react'
import { Playback } from './Playback.ts'
import { usePlayer } from './PlayerContext.ts'
import type { PlayedSpan } from './jumps.ts'
import { createAudio, fetchLink } from './recordingPlayback.ts'

/**
 * Plays parts of the recording without moving the player of the page, which pauses meanwhile. `playing` is the name of the part that
 * plays. Needs a PlayerProvider.
 */
export function useSamplePlayer(fileId: string) {
  const player = usePlayer()
  const [sample, setSample] = useState<{ name: string } & PlayedSpan>()
  const [{ playback, element }] = useState(() => createSamplePlayback(fileId, player))
  // The audio elements are the external system.
  useEffect(() => {
    document.body.append(element)
    const close = playback.open()
    return () => {
      close()
      element.remove()
    }
  }, [playback, element])
  useEffect(
    () =>
      player.subscribe(() => {
        if (player.state().playing) playback.pause()
      }),
    [player, playback],
  )
  useEffect(() => {
    if (!sample) return undefined
    playback.playFrom(sample.start)
    return playback.subscribeTime(() => {
      if (playback.time() >= sample.end) playback.pause()
    })
  }, [playback, sample])
  const isActive = useSyncExternalStore(playback.subscribe, () => playback.state().playing || playback.state().waiting)
  const hasFailed = useSyncExternalStore(playback.subscribe, () => playback.state().error !== undefined)
  const playing = isActive ? sample?.name : undefined
  const toggle = (name: string, span: PlayedSpan) => {
    if (playing === name) playback.pause()
    else setSample({ name, ...span })
  }
  return { playing, hasFailed, toggle }
}

function createSamplePlayback(fileId: string, player: Playback) {
  const element = createAudio()
  const playback = new Playback({
    link: () => fetchLink(fileId),
    duration: player.state().duration,
    element,
    onPlay: () => player.pause(),
  })
  return { playback, element }
}
