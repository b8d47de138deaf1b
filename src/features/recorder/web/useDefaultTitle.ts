import { useState } from 'react'
import { now } from '#ui/time.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'

/** What a recording is called that nobody has named: by the moment it was begun. */
export function useDefaultTitle(): string {
  const t = useWords('recorder')
  const { dateTime } = useFormat()
  const [at] = useState(now)
  return t('untitled', { moment: dateTime(at) })
}
