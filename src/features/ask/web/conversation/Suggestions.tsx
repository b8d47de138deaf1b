import { ArrowUp } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { AskTopic, type AskSuggestion } from '../../contract.ts'
import { useSuggestions } from '../queries.ts'

export type SuggestionsProps = {
  fileId: string | null
  /** Questions that were asked already are left out. */
  asked: readonly string[]
  onAsk: (question: string, topic: AskTopic | null) => void
  /** In the panel of a recording they stand below each other. */
  isNarrow?: boolean
}

const SHOWN = 3

/** Questions that the recordings can answer. */
export function Suggestions({ fileId, asked, onAsk, isNarrow = false }: SuggestionsProps) {
  const t = useTranslations('ask')
  const { data = [], isPending } = useSuggestions(fileId)
  const textOf = ({ kind, value }: AskSuggestion) => {
    if (kind === 'speaker') return t('suggest_speaker', { name: value })
    if (kind === 'subject') return t('suggest_subject', { subject: value })
    return t(`suggest_${kind}`)
  }
  const all: readonly AskSuggestion[] = fileId === null ? data : [{ kind: 'overview', value: '' }, ...data]
  const shown = all
    .map((suggestion) => ({ ...suggestion, text: textOf(suggestion) }))
    .filter(({ text }) => !asked.includes(text))
    .slice(0, SHOWN)
  // Their line is kept free until they are loaded, so that the field below does not move.
  if (isPending && !isNarrow) return <div className="mb-3 h-8 pointer-coarse:h-11" />
  if (shown.length === 0) return null
  const topicOf = (kind: AskSuggestion['kind']) => AskTopic.options.find((topic) => topic === kind) ?? null
  if (isNarrow)
    return (
      <section aria-label={t('suggestions')} className="mt-6 border-t border-line pt-4">
        <h3 className="text-sm font-[620] text-ink2">{t('ask_next')}</h3>
        <ul className="mt-1 grid">
          {shown.map(({ kind, text }) => (
            <li key={text}>
              <button
                type="button"
                dir="auto"
                onClick={() => onAsk(text, topicOf(kind))}
                className="flex min-h-9 w-full items-center justify-between gap-2 rounded-sm text-start text-md hover:text-accent pointer-coarse:min-h-11 [&>svg]:size-4 [&>svg]:flex-none [&>svg]:text-ink2"
              >
                <span className="min-w-0 wrap-anywhere">{text}</span>
                <ArrowUp aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      </section>
    )
  return (
    <ul aria-label={t('suggestions')} className="mb-3 flex gap-2 overflow-x-auto [scrollbar-width:none]">
      {shown.map(({ kind, text }) => (
        <li key={text} className="flex max-w-full flex-none">
          <button
            type="button"
            dir="auto"
            onClick={() => onAsk(text, topicOf(kind))}
            className="h-8 max-w-full truncate rounded-full border border-line bg-raised px-3.5 text-sm hover:bg-sunken pointer-coarse:h-11"
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
