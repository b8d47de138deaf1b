import { useState } from 'react'
import { useWords } from '#ui/words.ts'
import type { Batch } from './batch.ts'

/** With more files than this, only some of them are announced. */
const FEW = 10

/** Text for screen readers: an uploaded file, the end of all uploads, an item that needs the user. Never a percentage. */
export function useAnnounced({ done, total, underway, waiting, troubled }: Batch): string {
  const t = useWords('upload')
  const [said, setSaid] = useState({ done, total, troubled, text: '' })
  const step = total > FEW ? Math.ceil(total / FEW) : 1
  const isOver = underway + waiting === 0
  const hasArrived = done > said.done && (isOver || done - said.done >= step)
  // Fewer than before: the list was cleared, or the user has resolved it.
  if (hasArrived || troubled !== said.troubled || done < said.done) {
    const parts = [
      hasArrived && t('sync_running', { done, total }),
      troubled > said.troubled && t('announce_trouble', { count: troubled }),
    ].filter(Boolean)
    setSaid({ done, total, troubled, text: parts.length > 0 ? parts.join('. ') : said.text })
  }
  return said.text
}
