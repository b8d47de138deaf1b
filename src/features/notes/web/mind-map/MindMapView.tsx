import { useMemo, useState } from 'react'
import { absoluteAddress } from '#browser/page/absoluteAddress.ts'
import { paths } from '#shared/paths.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { usePlayedTime } from '#features/files/web.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import type { SummaryForm } from '../../contract.ts'
import type { Passage } from '../../rules/citations.ts'
import { SummarySourceContext, useCreateSummarySource } from '../summarySource.ts'
import type { SummarizedFile } from '../useNotes.ts'
import { useSectionHeading } from '../useSectionHeading.ts'
import { ChosenLeaf } from './ChosenLeaf.tsx'
import { MapCanvas } from './MapCanvas.tsx'
import { MapToolbar } from './MapToolbar.tsx'
import { createNoteTree, findPlayed, formatTree } from '../../rules/mind-map/noteTree.ts'
import { Outline } from './Outline.tsx'
import { useMapZoom } from './useMapZoom.ts'

export type MindMapViewProps = {
  file: SummarizedFile
  form: SummaryForm
  /** Shows a passage in the transcript. */
  onOpenInTranscript: (passage: Passage) => void
}

/** The summary of a recording as a mind map, or as an outline of its chapters. Every point leads to the words it rests on. */
export function MindMapView({ file, form, onOpenInTranscript }: MindMapViewProps) {
  const t = useTranslations('notes')
  const source = useCreateSummarySource(file.trans_result)
  const heading = useSectionHeading()
  const branches = useMemo(
    () => createNoteTree(form, source.segments, { notFound: t('notFoundBranch'), section: heading }),
    [form, source.segments, t, heading],
  )
  const [isOutline, setOutline] = useState(() => matchMedia('(max-width: 599px)').matches)
  const [chosenId, setChosenId] = useState<string>()
  const zoom = useMapZoom()
  // One string, because the component renders when it changes.
  const played = usePlayedTime((time) => {
    const { branch = '', leaf = '' } = findPlayed(branches, time)
    return `${branch} ${leaf}`
  })
  const [playedBranch = '', playedLeaf = ''] = played.split(' ')
  const chosen = branches.flatMap(({ leaves }) => leaves).find(({ id }) => id === (chosenId ?? playedLeaf))
  if (branches.every(({ leaves, span }) => leaves.length === 0 && !span)) return <EmptyState>{t('tooShort')}</EmptyState>
  const view = { branches, language: form.language, playedBranch, playedLeaf, chosenId, onChoose: setChosenId }
  return (
    <SummarySourceContext value={source}>
      <div className="flex h-full flex-col">
        <MapToolbar
          form={form}
          zoom={isOutline ? undefined : zoom}
          isOutline={isOutline}
          onOutlineChange={setOutline}
          text={() => formatTree(file.filename, branches)}
          address={absoluteAddress(paths.file(file.id))}
        />
        {isOutline ? <Outline {...view} /> : <MapCanvas {...view} title={file.filename} duration={file.duration} zoom={zoom} />}
        {chosen && <ChosenLeaf leaf={chosen} language={form.language} onOpenInTranscript={onOpenInTranscript} />}
      </div>
    </SummarySourceContext>
  )
}
