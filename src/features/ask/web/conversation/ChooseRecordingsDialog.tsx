import { useState } from 'react'
import { bestMatches, searchTitlesCached, useLibrary } from '#features/files/web.tsx'
import { useSearchPreview } from '#features/search/web.tsx'
import { seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { ModalDialog } from '#ui/dialog/ModalDialog.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { SearchField } from '#ui/search/SearchField.tsx'
import { MAX_SCOPE_FILES } from '../../contract.ts'
import type { useRecordings } from '../useRecordings.ts'

export type ChooseRecordingsDialogProps = {
  open: boolean
  onClose: () => void
  files: readonly string[]
  onChange: (files: readonly string[]) => void
  recordings: ReturnType<typeof useRecordings>
}

/** The number of recordings that are listed at once. */
const LISTED = 50

/** Chooses the recordings that are asked, among all that have a transcript, by their titles and texts. */
export function ChooseRecordingsDialog({ open, onClose, files, onChange, recordings }: ChooseRecordingsDialogProps) {
  const t = useTranslations('ask')
  const { date } = useFormat()
  const [query, setQuery] = useState('')
  // The chosen ones come first, as they were when the dialog opened: a row does not move when it is chosen.
  const [{ first, wasOpen }, setFirst] = useState({ first: files, wasOpen: open })
  if (open !== wasOpen) {
    setFirst({ first: files, wasOpen: open })
    setQuery('')
  }
  const { listed, more } = useFoundRecordings(open ? query : '', first, recordings)
  const isFull = files.length >= MAX_SCOPE_FILES
  return (
    <ModalDialog
      open={open}
      onClose={onClose}
      title={t('choose_recordings')}
      footer={
        <>
          {files.length > 0 && (
            <Button variant="quiet" onClick={() => onChange([])}>
              {t('all_recordings')}
            </Button>
          )}
          <Button variant="main" onClick={onClose}>
            {t('done')}
          </Button>
        </>
      }
    >
      <SearchField label={t('search_recordings')} value={query} onChange={setQuery} />
      <p role="status" className="pt-3 text-sm text-ink2">
        {isFull
          ? t('max_recordings', { count: MAX_SCOPE_FILES })
          : listed.length === 0
            ? t('no_recordings_found')
            : files.length > 0 && t('chosen', { count: files.length })}
      </p>
      <ul className="mt-1 grid h-80 max-h-[50vh] content-start overflow-y-auto max-sm:h-auto max-sm:max-h-none">
        {listed.map(({ id, filename, start_time }) => {
          const isChosen = files.includes(id)
          return (
            <li key={id} className="border-b border-line py-2 last:border-0">
              <Checkbox
                label={<bdi className="wrap-anywhere">{filename}</bdi>}
                hint={date(seconds(start_time))}
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={(isOn) => onChange(isOn ? [...files, id] : files.filter((other) => other !== id))}
              />
            </li>
          )
        })}
        {more > 0 && <li className="py-3 text-sm text-ink2">{t('more_recordings', { count: more })}</li>}
      </ul>
    </ModalDialog>
  )
}

/** Returns the recordings with a transcript that match a query: by their title, then by what is said in them. */
function useFoundRecordings(query: string, first: readonly string[], { byId }: ChooseRecordingsDialogProps['recordings']) {
  const { data = [] } = useLibrary()
  const texts = useSearchPreview(query)
  const canBeAsked = (id: string) => byId.get(id)?.is_trans === true
  if (query.trim() === '') {
    const latest = [...byId.values()].filter(({ id }) => canBeAsked(id)).toSorted((a, b) => b.start_time - a.start_time)
    const all = [
      ...first.filter(canBeAsked).flatMap((id) => byId.get(id) ?? []),
      ...latest.filter(({ id }) => !first.includes(id)),
    ]
    return { listed: all.slice(0, LISTED), more: Math.max(0, all.length - LISTED) }
  }
  const titled = searchTitlesCached(data, query).filter(({ id }) => canBeAsked(id))
  const ids = [...bestMatches(titled, query, LISTED), ...(texts?.recordings ?? []).map(({ file_id }) => ({ id: file_id }))].map(
    ({ id }) => id,
  )
  return {
    listed: [...new Set(ids)].filter(canBeAsked).flatMap((id) => byId.get(id) ?? []),
    more: Math.max(0, titled.length - LISTED),
  }
}
