import { X } from 'lucide-react'
import type { Ref, RefObject } from 'react'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Kbd } from '#ui/badge/Kbd.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useRecorder, useRecorderState } from '../RecorderContext.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

/** Maximum length of a marker's text. */
const MAX_TEXT_LENGTH = 200

/** The markers so far, newest first, each with a text field. `editedMarker` is the one whose input is `field`. */
export function MarkerList({ editedMarker, field }: { editedMarker: number | null; field: RefObject<HTMLInputElement | null> }) {
  const t = useTranslations('recorder')
  const recorder = useRecorder()
  const markers = useRecorderState((state) => state.markers)
  if (markers.length === 0) {
    return (
      <p className="text-center text-sm text-ink2">
        {t('markers_none')} <Kbd>M</Kbd>
      </p>
    )
  }
  return (
    <ol aria-label={t('markers')} className="grid grid-cols-1 gap-2">
      {markers
        .map(({ at, text }, index) => (
          <li key={index} className="flex items-center gap-2">
            <span className="tabular w-16 flex-none text-md text-ink2">{formatTimestamp(at)}</span>
            <TextField
              hideLabel
              className="min-w-0 flex-1"
              label={t('marker_note_label', { time: formatTimestamp(at) })}
              placeholder={t('marker_placeholder')}
              value={text}
              onChange={(newText) => recorder.nameMark(index, newText)}
              maxLength={MAX_TEXT_LENGTH}
              dir="auto"
              autoComplete="off"
              {...(index === editedMarker && { ref: field as Ref<HTMLInputElement | HTMLTextAreaElement> })}
            />
            <IconButton
              label={t('marker_remove', { time: formatTimestamp(at) })}
              icon={<X aria-hidden />}
              onClick={() => recorder.removeMark(index)}
            />
          </li>
        ))
        .toReversed()}
    </ol>
  )
}
