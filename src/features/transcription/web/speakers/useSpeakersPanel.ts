import { useMemo, useState } from 'react'
import type { Segment } from '#features/files/contract.ts'

/** A name that is being changed. */
export type SpeakerDraft = {
  /** The current name. */
  speaker: string
  /** The segment from whose name the editor was opened. */
  segment: Segment | undefined
  name: string
  /** Whether to change only the name of that segment. */
  isOnlyHere: boolean
}

export type SpeakersPanelState = ReturnType<typeof useSpeakersPanel>

/** Whether the panel of the speakers is open, and which name is changed in it. */
export function useSpeakersPanel() {
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState<SpeakerDraft>()
  return {
    isOpen,
    draft: isOpen ? draft : undefined,
    toggle: () => {
      setOpen(!isOpen)
      setDraft(undefined)
    },
    /** Opens the editor of a name. */
    editName: (speaker: string, segment?: Segment) => {
      setOpen(true)
      setDraft({ speaker, segment, name: speaker, isOnlyHere: false })
    },
    changeDraft: (change: Partial<Pick<SpeakerDraft, 'name' | 'isOnlyHere'>>) => {
      setDraft((current) => current && { ...current, ...change })
    },
    closeDraft: () => setDraft(undefined),
  }
}

/** Returns the segments with the name that is being typed. Segments that do not change stay the same objects. */
export function useDraftNames(segments: readonly Segment[], draft: SpeakerDraft | undefined): readonly Segment[] {
  const name = draft?.name.trim()
  return useMemo(() => {
    if (!draft || !name || name === draft.speaker) return segments
    const isNamed = draft.isOnlyHere
      ? ({ id }: Segment) => id === draft.segment?.id
      : ({ speaker }: Segment) => speaker === draft.speaker
    return segments.map((segment) => (isNamed(segment) ? { ...segment, speaker: name } : segment))
  }, [segments, draft, name])
}
