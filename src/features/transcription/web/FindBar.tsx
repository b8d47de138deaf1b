import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { IconButton } from '#ui/IconButton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useWords } from '#ui/words.ts'
import type { Find } from './useFind.ts'

/** The search bar of the transcript. The browser's own search only finds text in the rows that are currently rendered. */
export function FindBar({ find, ref }: { find: Find; ref: Ref<HTMLInputElement | HTMLTextAreaElement> }) {
  const t = useWords('transcription')
  const ui = useWords('ui')
  const said =
    find.query.trim() === ''
      ? ''
      : find.nth < 0
        ? t('find_none')
        : t('find_place', { nth: find.nth + 1, total: find.found.length })
  const hear = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') find.close()
    else find.step(event.shiftKey ? -1 : 1)
  }
  return (
    <div
      role="search"
      className="flex flex-none items-center gap-1 border-b border-line bg-raised px-10 py-2 max-md:px-5 max-sm:px-4"
      aria-label={t('find')}
    >
      <TextField
        ref={ref}
        className="min-w-0 flex-1"
        label={t('find')}
        hideLabel
        placeholder={t('find')}
        autoComplete="off"
        icon={<Search aria-hidden />}
        value={find.query}
        onChange={find.ask}
        onKeyDown={hear}
        after={
          <span role="status" className="tabular text-sm whitespace-nowrap text-ink2">
            {said}
          </span>
        }
      />
      <IconButton label={t('find_previous')} icon={<ChevronUp aria-hidden />} onClick={() => find.step(-1)} />
      <IconButton label={t('find_next')} icon={<ChevronDown aria-hidden />} onClick={() => find.step(1)} />
      <IconButton label={ui('close')} icon={<X aria-hidden />} onClick={find.close} />
    </div>
  )
}
