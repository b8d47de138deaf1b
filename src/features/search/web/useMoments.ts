import { useState } from 'react'
import { useMomentPlayback } from '#features/files/web.tsx'
import type { FoundRecording, SearchMoment } from '../contract.ts'
import { isPlayable, momentKey } from './results/moments.ts'
import type { PlayableMoment } from './results/moments.ts'

type Played = { recording: FoundRecording; moment: PlayableMoment }

/** Returns the player for moments. `shown` are the recordings with their shown moments. */
export function useMoments(shown: readonly { recording: FoundRecording; moments: readonly SearchMoment[] }[]) {
  const playback = useMomentPlayback()
  const [played, setPlayed] = useState<Played>()
  const all: Played[] = shown.flatMap(({ recording, moments }) =>
    moments.filter(isPlayable).map((moment) => ({ recording, moment })),
  )
  const play = (next: Played) => {
    setPlayed(next)
    playback.playFrom({ fileId: next.recording.file_id, duration: next.recording.duration }, next.moment.start_ms)
  }
  const isSame = (a: Played, b: Played) =>
    a.recording.file_id === b.recording.file_id && momentKey(a.moment) === momentKey(b.moment)
  const index = played ? all.findIndex((entry) => isSame(entry, played)) : -1
  const step = (to: number) => {
    const next = index < 0 ? undefined : all[index + to]
    return next && (() => play(next))
  }
  return {
    played,
    playback: playback.playback,
    /** The 1-based number of the playing moment among the shown ones; 0 when it is no longer shown. */
    number: index + 1,
    total: all.length,
    current: played && {
      fileId: played.recording.file_id,
      key: momentKey(played.moment),
      isPlaying: playback.isPlaying,
    },
    /** The times of the shown moments in the playing recording. */
    times: [
      ...new Set(
        all.filter(({ recording }) => recording.file_id === played?.recording.file_id).map(({ moment }) => moment.start_ms),
      ),
    ],
    toggle: (recording: FoundRecording, moment: PlayableMoment) => {
      const next = { recording, moment }
      if (played && playback.playback && isSame(next, played)) playback.playback.toggle()
      else play(next)
    },
    playPrevious: step(-1),
    playNext: step(1),
    close: () => {
      setPlayed(undefined)
      playback.close()
    },
  }
}
