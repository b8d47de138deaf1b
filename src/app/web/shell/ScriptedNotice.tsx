import { FlaskConical } from 'lucide-react'
import { useWords } from '#ui/words.ts'

/** Stands over every page while the server's speech is scripted: nothing shown was really heard. */
export function ScriptedNotice() {
  const t = useWords('app')
  return (
    <p role="status" className="flex items-center justify-center gap-3 bg-warn-soft px-4 py-2 text-sm text-warn">
      <FlaskConical aria-hidden className="size-4.5 flex-none" />
      {t('scripted')}
    </p>
  )
}
