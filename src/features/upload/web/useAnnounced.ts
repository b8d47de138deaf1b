import { useState } from 'react'
import { useWords } from '#ui/words.ts'
import type { Batch } from './batch.ts'

/** With more files than this, not each of them is announced. */
const FEW = 10

/** What is read aloud of the queue: a file that has arrived, the end of all, something that wants a word. Never a percent. */
export function useAnnounced({ done, total, underway, waiting, troubled }: Batch): string {
  const t = useWords('upload')
  const [said, setSaid] = useState({ done, total, troubled, text: '' })
  const step = total > FEW ? Math.ceil(total / FEW) : 1
  const isOver = underway + waiting === 0
  const hasArrived = done > said.done && (isOver || done - said.done >= step)
  // Fewer than before: the list was cleared, or somebody has seen to it.
  if (hasArrived || troubled !== said.troubled || done < said.done) {
    const parts = [
      hasArrived && t('sync_running', { done, total }),
      troubled > said.troubled && t('announce_trouble', { count: troubled }),
    ].filter(Boolean)
    setSaid({ done, total, troubled, text: parts.length > 0 ? parts.join('. ') : said.text })
  }
  return said.text
}
