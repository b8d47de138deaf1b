import { useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Menu, MenuRadioGroup } from '#ui/menu/Menu.tsx'
import type { Note, NoteVersion } from '../../contract.ts'
import { SummaryPlaceholder } from '../SummarySkeleton.tsx'
import { compareResults, countChanges, type ComparedSection } from './alignVersions.ts'
import { CHANGES, ChangeMark } from './ChangeMark.tsx'
import { ComparedRows } from './ComparedRows.tsx'
import { useChangeVersion, useVersion, useVersions } from './useVersions.ts'

export type CompareVersionsProps = { fileId: string; note: Note; onClose: () => void }

/** The present text of a note beside an earlier one, line by line. Either can be kept, and a line that was left out brought over. */
export function CompareVersions({ fileId, note, onClose }: CompareVersionsProps) {
  const t = useTranslations('notes')
  const { data: versions, error, refetch, isFetching } = useVersions(fileId, note)
  const [chosenId, setChosenId] = useState<string>()
  const earlier = versions?.filter(({ is_current }) => !is_current) ?? []
  const current = versions?.find(({ is_current }) => is_current)
  const before = earlier.find(({ version_id }) => version_id === chosenId) ?? earlier[0]
  const beforeText = useVersion(fileId, note.note_id, before?.version_id)
  const afterText = useVersion(fileId, note.note_id, current?.version_id)
  const sections = useMemo(
    () => (beforeText.data && afterText.data ? compareResults(beforeText.data.result, afterText.data.result) : undefined),
    [beforeText.data, afterText.data],
  )
  const failure = error ?? beforeText.error ?? afterText.error
  if (failure) {
    const retry = () => void Promise.all([refetch(), before && beforeText.refetch(), current && afterText.refetch()])
    return <ErrorState error={failure} title={t('loadFailed')} retrying={isFetching} onRetry={retry} />
  }
  if (!before || !current || !sections) return <SummaryPlaceholder />
  return (
    <Comparison
      {...{ fileId, note, sections, earlier, before, current, onClose }}
      key={`${before.version_id} ${current.version_id}`}
      onChooseBefore={setChosenId}
    />
  )
}

type ComparisonProps = CompareVersionsProps & {
  sections: readonly ComparedSection[]
  earlier: readonly NoteVersion[]
  before: NoteVersion
  current: NoteVersion
  onChooseBefore: (versionId: string) => void
}

function Comparison({ fileId, note, sections, earlier, before, current, onChooseBefore, onClose }: ComparisonProps) {
  const t = useTranslations('notes')
  const describe = useDescribeVersion()
  const [onlyChanges, setOnlyChanges] = useState(false)
  const { isBusy, restore, addLine } = useChangeVersion(fileId, note)
  const counts = countChanges(sections)
  const total = counts.reworded + counts.added + counts['left-out']
  const rows = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState(total > 0 ? 1 : 0)
  const goTo = (next: number) => {
    setPosition(next)
    rows.current?.querySelectorAll(`[data-change]`)[next - 1]?.scrollIntoView({ block: 'center' })
  }
  const keepBefore = async () => {
    if (await restore(before.version_id)) onClose()
  }
  return (
    <div className="@container/compare">
      <div className="sticky top-0 z-10 flex min-h-13 flex-wrap items-center gap-2 border-b border-line bg-surface px-10 py-2 text-md max-md:px-5 max-sm:px-4">
        <h2 className="font-[640]">{t('whatChanged')}</h2>
        {CHANGES.map((change) => counts[change] > 0 && <ChangeMark key={change} change={change} count={counts[change]} />)}
        {total === 0 && <span className="text-sm text-ink2">{t('nothingChanged')}</span>}
        <span className="ms-auto flex flex-wrap items-center gap-2">
          {total > 0 && (
            <>
              <IconButton
                size="sm"
                label={t('previousChange')}
                icon={<ChevronUp aria-hidden />}
                disabledReason={position <= 1 && t('noMoreChanges')}
                onClick={() => goTo(position - 1)}
              />
              <span role="status" className="tabular text-sm text-ink2">
                {t('changePosition', { position, total })}
              </span>
              <IconButton
                size="sm"
                label={t('nextChange')}
                icon={<ChevronDown aria-hidden />}
                disabledReason={position >= total && t('noMoreChanges')}
                onClick={() => goTo(position + 1)}
              />
              <Button
                size="sm"
                aria-pressed={onlyChanges}
                className="aria-pressed:bg-accent-soft"
                onClick={() => setOnlyChanges(!onlyChanges)}
              >
                {t('onlyChanges')}
              </Button>
            </>
          )}
          <Button size="sm" icon={<X aria-hidden />} onClick={onClose}>
            {t('closeComparison')}
          </Button>
        </span>
      </div>
      <div className="grid grid-cols-1 gap-x-10 gap-y-3 px-10 pt-3.5 max-md:px-5 max-sm:px-4 @min-[44rem]/compare:grid-cols-2">
        <VersionHeader
          title={
            earlier.length > 1 ? (
              <Menu
                align="start"
                trigger={
                  <button type="button" className="flex items-center gap-1 rounded-sm font-[640] pointer-coarse:min-h-11">
                    {t('versionBefore')}
                    <ChevronDown aria-hidden className="size-4 text-ink3" />
                  </button>
                }
              >
                <MenuRadioGroup
                  value={before.version_id}
                  options={earlier.map((version) => ({ value: version.version_id, label: describe(version) }))}
                  onChange={onChooseBefore}
                />
              </Menu>
            ) : (
              <span className="font-[640]">{t('versionBefore')}</span>
            )
          }
          text={describe(before)}
          action={
            <Button busy={isBusy} onClick={() => void keepBefore()}>
              {t('keepThisOne')}
            </Button>
          }
        />
        <VersionHeader
          title={<span className="font-[640]">{t('versionNew')}</span>}
          text={describe(current)}
          action={
            <Button variant="main" onClick={onClose}>
              {t('useNewOne')}
            </Button>
          }
        />
      </div>
      <ComparedRows
        ref={rows}
        sections={sections}
        onlyChanges={onlyChanges}
        position={position}
        onBringOver={isBusy ? undefined : (heading, line) => addLine(heading, line)}
      />
    </div>
  )
}

type VersionHeaderProps = { title: ReactNode; text: string; action: ReactNode }

function VersionHeader({ title, text, action }: VersionHeaderProps) {
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1 text-md">
        {title}
        <p title={text} className="truncate text-sm text-ink2">
          {text}
        </p>
      </div>
      {action}
    </div>
  )
}

/** Returns a function that gives when a version was made, with which template and by what. */
function useDescribeVersion(): (version: NoteVersion) => string {
  const t = useTranslations('notes')
  const { dateTime } = useFormat()
  return ({ made_at, origin, engine, template }) =>
    [
      dateTime(made_at * 1000),
      template?.name,
      origin === 'edited' ? t('edited') : engine === 'extractive' ? t('withoutModel') : engine,
    ]
      .filter(Boolean)
      .join(' · ')
}
