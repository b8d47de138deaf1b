import { useId, type ReactNode } from 'react'
import { ModelFailureText } from '#features/language-models/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { TEXT_LINK_CLASS } from '#ui/link/textLinkClass.ts'
import { classes } from '#ui/styles/classes.ts'
import type { Millis } from '#shared/units.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { SummaryForm, SummarySection } from '../../contract.ts'
import { CoverageLine } from '../CoverageLine.tsx'
import { SpeakerLabel } from '../PointDetails.tsx'
import { useSummarySource } from '../summarySource.ts'
import { TimeChip } from '../TimeChip.tsx'
import { TodoList } from '../todos/TodoList.tsx'
import { useSectionHeading } from '../useSectionHeading.ts'
import { Chapters } from './Chapters.tsx'
import { Mentions, TalkTimes } from './Figures.tsx'
import { KeySentences, Questions } from './Sentences.tsx'

export type OverviewProps = {
  form: SummaryForm
  duration: Millis
  /** Opens the settings of the language models. Undefined for users who cannot change them. */
  onConnectModel: (() => void) | undefined
  /** Buttons at the end of the last line. */
  actions: ReactNode
}

/**
 * What was found in a recording without a language model: chapters, key sentences, questions, possible tasks, names and numbers, and
 * who spoke how long. Parts without content are left out. Three columns where there is room, otherwise one.
 */
export function Overview({ form, duration, onConnectModel, actions }: OverviewProps) {
  const t = useTranslations('notes')
  const failure = form.model_failure
  const hasChapters = form.chapters.length > 1
  const lists = form.sections.filter(({ kind, points }) => kind !== 'actions' && (points.length > 0 || form.template !== null))
  const tasks = form.sections.filter(({ kind, points }) => kind === 'actions' && points.length > 0)
  const hasSide = tasks.length > 0 || form.mentions.length > 0 || form.talk_time.length > 1
  const isEmpty = !hasChapters && lists.length === 0 && !hasSide
  return (
    <div className="@container/overview flex min-h-full flex-col">
      {isEmpty ? (
        <FewLines />
      ) : (
        <div className="flex flex-1 flex-col @min-[62.5rem]/overview:flex-row">
          {hasChapters && (
            <Column className="@min-[62.5rem]/overview:w-80">
              <Part heading={t('chapters')} count={form.chapters.length}>
                <Chapters form={form} duration={duration} />
              </Part>
            </Column>
          )}
          {lists.length > 0 && (
            <Column className="@min-[62.5rem]/overview:flex-1">
              {lists.map((section, index) => (
                <SentencePart key={index} section={section} language={form.language} />
              ))}
            </Column>
          )}
          {hasSide && (
            <Column className="@min-[62.5rem]/overview:w-86">
              {tasks.map(({ points }, index) => (
                <Part key={index} heading={t('possibleActions')}>
                  <TodoList points={points} isQuoted language={form.language} />
                </Part>
              ))}
              {form.mentions.length > 0 && (
                <Part heading={t('namesAndNumbers')}>
                  <Mentions form={form} />
                </Part>
              )}
              {form.talk_time.length > 1 && (
                <Part
                  heading={t('talkTime')}
                  note={form.silence_ms >= 1000 && t('silence', { length: formatTimestamp(form.silence_ms) })}
                >
                  <TalkTimes form={form} />
                </Part>
              )}
            </Column>
          )}
        </div>
      )}
      <footer className="sticky bottom-0 flex min-h-11 flex-none flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-surface px-10 py-2 text-sm text-ink2 max-md:px-5 max-sm:static max-sm:px-4">
        <p>
          {t('madeFromWords')} {failure && <ModelFailureText {...failure} />}
          {onConnectModel && (
            <>
              {' '}
              <button type="button" onClick={onConnectModel} className={classes(TEXT_LINK_CLASS, 'pointer-coarse:min-h-11')}>
                {failure ? t('modelSettings') : t('connectModel')}
              </button>
            </>
          )}
        </p>
        <CoverageLine coverage={form.coverage} className="ms-auto min-w-0" />
        {actions}
      </footer>
    </div>
  )
}

function Column({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div
      className={classes(
        'grid min-w-0 flex-none grid-cols-1 content-start gap-7 border-line px-8 py-5 first:ps-10 last:pe-10',
        'max-md:px-5! max-sm:px-4! @max-[62.5rem]/overview:px-10 @max-[62.5rem]/overview:not-first:pt-2 @min-[62.5rem]/overview:not-first:border-s',
        className,
      )}
    >
      {children}
    </div>
  )
}

type PartProps = { heading: ReactNode; count?: number; note?: ReactNode; language?: string | undefined; children: ReactNode }

/** A part of the overview with its heading. */
function Part({ heading, count, note, language, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-3 flex items-baseline gap-2">
        <h2 id={id} lang={language} className="text-base font-[640]">
          {heading}
        </h2>
        {count !== undefined && <span className="tabular text-sm text-ink3">{count}</span>}
        {note && <span className="text-sm text-ink3">{note}</span>}
      </div>
      {children}
    </section>
  )
}

function SentencePart({ section, language }: { section: SummarySection; language: string }) {
  const t = useTranslations('notes')
  const heading = useSectionHeading()
  const { kind, points } = section
  return (
    <Part
      heading={heading(section)}
      language={section.heading === '' ? undefined : language}
      {...(kind === 'questions' && { count: points.length })}
    >
      {points.length === 0 ? (
        <p className="text-ink2">{t('sectionEmpty')}</p>
      ) : kind === 'questions' ? (
        <Questions points={points} language={language} />
      ) : (
        <KeySentences points={points} language={language} />
      )}
    </Part>
  )
}

/** Shown for a recording of a few lines, which nothing can be taken from: its words. */
function FewLines() {
  const t = useTranslations('notes')
  const { segments } = useSummarySource()
  return (
    <div className="flex-1 px-10 py-5 max-md:px-5 max-sm:px-4">
      <p className="mb-4 text-sm text-ink2">{t('tooShortForOverview')}</p>
      <ul className="m-0 grid max-w-read list-none grid-cols-1 gap-4 p-0">
        {segments.map(({ id, start_time, end_time, content, speaker, language }) => (
          <li key={id} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-1">
            <span className="pt-0.5">
              <TimeChip passage={{ start: start_time, end: end_time }} hasIcon />
            </span>
            <span lang={language} className="text-[1rem] leading-[1.5625rem] break-words">
              {content}
            </span>
            {speaker !== '' && <SpeakerLabel speaker={speaker} className="col-start-2 mt-0.5 text-sm" />}
          </li>
        ))}
      </ul>
    </div>
  )
}
