import { NotebookPen } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Note } from '../contract.ts'
import { TimeChip } from './TimeChip.tsx'

/** How long a mark counts as played. */
const MARK_LENGTH = 30_000

/** What the speaker noted while recording, below the text that was written with it. */
export function SpeakerMemo({ note }: { note: Pick<Note, 'mark_title' | 'mark_memo'> }) {
  const t = useTranslations('notes')
  const { mark_title: title, mark_memo: marks } = note
  return (
    <section className="mt-6 max-w-read rounded-md border border-line bg-sunken px-4 py-3 text-md">
      <h2 className="flex items-center gap-2 text-sm font-[560] text-ink2">
        <NotebookPen aria-hidden className="size-4 flex-none" />
        {t('speakerMemo')}
      </h2>
      {title !== '' && (
        <p dir="auto" className="mt-1.5 font-[560] break-words">
          {title}
        </p>
      )}
      <ul className="m-0 mt-1 grid list-none grid-cols-1 gap-1 p-0">
        {marks.map(({ mark_content: text, timestamp }, index) => (
          <li key={index} className="flex items-baseline gap-2">
            {timestamp !== null && (
              <TimeChip passage={{ start: timestamp, end: timestamp + MARK_LENGTH }} className="flex-none" />
            )}
            <span dir="auto" className="min-w-0 break-words whitespace-pre-line">
              {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
