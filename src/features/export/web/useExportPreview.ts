import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocale } from '#browser/i18n/useTranslations.ts'
import { after } from '#browser/timers/time.ts'
import { exportApi } from './exportClient.ts'
import type { ExportChoices } from './exportChoices.ts'

/** Sliders change many times a second. In milliseconds. */
const DELAY = 200

/** Returns what the export will contain, with the beginning of one recording. While it changes, `data` is that of the choices before, and `isCurrent` is false. */
export function useExportPreview(
  fileIds: readonly string[],
  shownId: string | undefined,
  { choices: { formats, options }, isOpen }: { choices: ExportChoices; isOpen: boolean },
) {
  const locale = useLocale()
  // The server reads the first one.
  const ordered = shownId === undefined ? fileIds : [shownId, ...fileIds.filter((id) => id !== shownId)]
  const key = JSON.stringify({ file_ids: ordered, formats, options: { ...options, locale } })
  const [settled, setSettled] = useState(key)
  useEffect(() => (settled === key ? undefined : after(DELAY, () => setSettled(key))), [key, settled])
  const body = JSON.parse(settled) as Parameters<typeof exportApi.preview>[0]['body']
  const { data, isPlaceholderData, ...query } = useQuery({
    queryKey: exportApi.preview.key({ body }),
    queryFn: ({ signal }) => exportApi.preview({ body }, { signal }),
    placeholderData: keepPreviousData,
    // The recording may have been changed since the dialog was last open.
    staleTime: 0,
    enabled: isOpen,
  })
  return { ...query, data: data?.data, isCurrent: settled === key && !isPlaceholderData }
}
