import { useState } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Batch } from '../queue/batch.ts'

/** With more files than this, only some of them are announced. */
const MAX_ANNOUNCED_FILES = 10

/** Text for screen readers: an uploaded file, the end of all uploads, an item that needs the user. Never a percentage. */
export function useUploadAnnouncement({ done, total, underway, waiting, troubled }: Batch): string {
  const t = useTranslations('upload')
  const [announced, setAnnounced] = useState({ done, total, troubled, text: '' })
  const interval = total > MAX_ANNOUNCED_FILES ? Math.ceil(total / MAX_ANNOUNCED_FILES) : 1
  const isFinished = underway + waiting === 0
  const hasArrived = done > announced.done && (isFinished || done - announced.done >= interval)
  // Fewer than before: the list was cleared, or the user has resolved it.
  if (hasArrived || troubled !== announced.troubled || done < announced.done) {
    const parts = [
      hasArrived && t('sync_running', { done, total }),
      troubled > announced.troubled && t('announce_trouble', { count: troubled }),
    ].filter(Boolean)
    setAnnounced({ done, total, troubled, text: parts.length > 0 ? parts.join('. ') : announced.text })
  }
  return announced.text
}
