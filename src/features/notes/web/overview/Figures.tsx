import { usePlayer } from '#features/files/web.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { SummaryForm, SummaryMention } from '../../contract.ts'
import { useSummarySource } from '../summarySource.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

/** Names with how often they were said, and numbers with when. A click plays from the first time. */
export function Mentions({ form: { mentions, language } }: { form: SummaryForm }) {
  return (
    <div className="grid gap-1.5">
      {(['name', 'number'] as const).map((kind) => {
        const said = mentions.filter((mention) => mention.kind === kind)
        return (
          said.length > 0 && (
            <ul key={kind} className="m-0 flex list-none flex-wrap gap-1.5 p-0">
              {said.map((mention) => (
                <Mention key={mention.text} mention={mention} language={language} />
              ))}
            </ul>
          )
        )
      })}
    </div>
  )
}

function Mention({ mention: { text, kind, count, start_time }, language }: { mention: SummaryMention; language: string }) {
  const t = useTranslations('notes')
  const playback = usePlayer()
  const time = formatTimestamp(start_time)
  return (
    <li className="max-w-full">
      <button
        type="button"
        onClick={() => playback.playFrom(start_time)}
        title={t('goToTime', { time })}
        className="inline-flex h-6 max-w-full items-center gap-1.5 rounded-full bg-sunken px-2 text-xs text-ink hover:bg-accent-soft pointer-coarse:h-11 pointer-coarse:px-3.5"
      >
        <span lang={language} className="truncate">
          {text}
        </span>{' '}
        <span className="tabular flex-none text-ink3">{kind === 'name' ? t('saidTimes', { count }) : time}</span>
      </button>
    </li>
  )
}

/** How long each person spoke. */
export function TalkTimes({ form: { talk_time } }: { form: SummaryForm }) {
  const { percent } = useFormat()
  const { describeSpeaker } = useSummarySource()
  return (
    <ul className="m-0 grid list-none grid-cols-1 gap-3 p-0">
      {talk_time.map(({ speaker, ms, share }) => {
        const { name, colour } = describeSpeaker(speaker)
        return (
          <li key={speaker} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 text-md">
            <span className="truncate font-[560]">{name}</span>
            <span className="tabular text-sm leading-5 text-ink2">
              {formatTimestamp(ms)} · {percent(share)}
            </span>
            {/* The numbers say the same. */}
            <span aria-hidden className="col-span-2 mt-1.5 h-1.5 overflow-hidden rounded-full bg-line">
              <span
                className="block h-full bg-accent"
                style={{ width: `${Math.round(share * 1000) / 10}%`, background: colour }}
              />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
