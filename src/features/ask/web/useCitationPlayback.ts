import { useState } from 'react'
import { useMomentPlayback } from '#features/files/web.tsx'
import type { AskAnswer, AskCitation } from '../contract.ts'
import { citationKey, citationsOf } from './citations.ts'
import { useRecordings } from './useRecordings.ts'

type Played = { readonly answer: AskAnswer; readonly citation: AskCitation }

/** What chips need to play citations. `playing` is the key of the one that plays. */
export type CitationPlayer = {
  readonly playing: { readonly answerId: string; readonly key: string } | undefined
  readonly toggle: (answer: AskAnswer, citation: AskCitation) => void
}

/** Plays the citations of answers on the page of questions, one recording at a time. */
export function useCitationPlayback() {
  const { byId } = useRecordings()
  const playback = useMomentPlayback()
  const [played, setPlayed] = useState<Played>()
  const play = (next: Played) => {
    setPlayed(next)
    const { file_id, start_ms } = next.citation
    const row = byId.get(file_id)
    if (row?.ori_ready) playback.playFrom({ fileId: file_id, duration: row.duration }, start_ms)
  }
  const all = played ? citationsOf(played.answer) : []
  const index = played ? all.findIndex((citation) => citationKey(citation) === citationKey(played.citation)) : -1
  const step = (to: number) => {
    const next = all[index + to]
    return played && next && index >= 0 ? () => play({ answer: played.answer, citation: next }) : undefined
  }
  const isSame = (answer: AskAnswer, citation: AskCitation) =>
    played?.answer.answer_id === answer.answer_id && citationKey(played.citation) === citationKey(citation)
  const player: CitationPlayer = {
    playing: played && playback.isPlaying ? { answerId: played.answer.answer_id, key: citationKey(played.citation) } : undefined,
    toggle: (answer, citation) => {
      if (isSame(answer, citation) && playback.playback) playback.playback.toggle()
      else play({ answer, citation })
    },
  }
  return {
    player,
    shown: played,
    playback: playback.playback,
    number: index + 1,
    total: all.length,
    playPrevious: step(-1),
    playNext: step(1),
    close: () => {
      setPlayed(undefined)
      playback.close()
    },
  }
}
