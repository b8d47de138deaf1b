import { Fragment, type ReactNode, type Ref } from 'react'
import { Square, SquareCheck } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { TEXT_LINK_CLASS } from '#ui/link/textLinkClass.ts'
import { classes } from '#ui/styles/classes.ts'
import { seconds } from '#shared/units.ts'
import { NotFoundMark } from '../PointDetails.tsx'
import { TimeChip } from '../TimeChip.tsx'
import { diffWords, type ComparedLine, type ComparedSection, type VersionLine, type WordPiece } from './alignVersions.ts'
import { ChangeMark } from './ChangeMark.tsx'

type ComparedRowsProps = {
  ref: Ref<HTMLDivElement>
  sections: readonly ComparedSection[]
  onlyChanges: boolean
  /** The number of the change that is looked at, from 1. */
  position: number
  /** Adds a line that was left out to the new version. Undefined while that is being saved. */
  onBringOver: ((heading: string | undefined, line: string) => void) | undefined
}

/** The lines of two versions: an earlier line and its new wording are in one row. */
export function ComparedRows({ ref, sections, onlyChanges, position, onBringOver }: ComparedRowsProps) {
  let changes = 0
  return (
    <div ref={ref} className="grid grid-cols-1 gap-x-10 px-10 pb-8 max-md:px-5 max-sm:px-4 @min-[44rem]/compare:grid-cols-2">
      {sections.map(({ heading, lines }, index) => {
        const rows = lines.map((line) => ({ line, number: line.change === 'same' ? 0 : ++changes }))
        const shown = onlyChanges ? rows.filter(({ line }) => line.change !== 'same') : rows
        if (shown.length === 0) return null
        return (
          <Fragment key={index}>
            <h3 className="pt-4 pb-1.5 ps-7 text-base font-[640] text-ink2 @max-[44rem]/compare:hidden">{heading.before}</h3>
            <h3 className="pt-4 pb-1.5 ps-7 text-base font-[640]">{heading.after ?? heading.before}</h3>
            {shown.map(({ line, number }, lineIndex) => (
              <Row
                key={lineIndex}
                line={line}
                isCurrent={number > 0 && number === position}
                onBringOver={onBringOver && ((markdown) => onBringOver(heading.after, markdown))}
              />
            ))}
          </Fragment>
        )
      })}
    </div>
  )
}

type RowProps = { line: ComparedLine; isCurrent: boolean; onBringOver: ((markdown: string) => void) | undefined }

function Row({ line, isCurrent, onBringOver }: RowProps) {
  const t = useTranslations('notes')
  const { change, before, after } = line
  const words = change === 'reworded' ? diffWords(before.text, after.text) : undefined
  const mark = change === 'same' ? undefined : <ChangeMark change={change} isCurrent={isCurrent} />
  return (
    <>
      <Cell
        mark={change === 'reworded' || change === 'left-out' ? mark : undefined}
        isChange={change === 'left-out'}
        // Where both are below each other, a line that is the same is shown once.
        className={classes('text-ink2', change === 'same' && '@max-[44rem]/compare:hidden')}
      >
        {before && (
          <LineText line={before}>
            {words ? (
              <Pieces pieces={words.before} as="del" />
            ) : change === 'left-out' ? (
              <del className={DEL_CLASS}>{before.text}</del>
            ) : (
              before.text
            )}
          </LineText>
        )}
      </Cell>
      <Cell
        mark={change === 'reworded' || change === 'added' ? mark : undefined}
        isChange={change === 'reworded' || change === 'added'}
      >
        {after ? (
          <LineText line={after}>
            {words ? (
              <Pieces pieces={words.after} as="ins" />
            ) : change === 'added' ? (
              <ins className={INS_CLASS}>{after.text}</ins>
            ) : (
              after.text
            )}
          </LineText>
        ) : (
          <span className="text-ink2">
            {t('notInThisVersion')}{' '}
            {onBringOver && (
              <button
                type="button"
                onClick={() => onBringOver(before?.markdown ?? '')}
                className={classes(TEXT_LINK_CLASS, 'pointer-coarse:min-h-11')}
              >
                {t('bringItOver')}
              </button>
            )}
          </span>
        )}
      </Cell>
    </>
  )
}

const DEL_CLASS = 'bg-sunken decoration-ink3'
const INS_CLASS = 'bg-accent-soft no-underline'

type CellProps = { mark: ReactNode; isChange: boolean; className?: string; children: ReactNode }

function Cell({ mark, isChange, className, children }: CellProps) {
  return (
    <div
      data-change={isChange || undefined}
      className={classes('grid grid-cols-[1.125rem_minmax(0,1fr)] gap-x-2.5 py-1 text-base break-words empty:hidden', className)}
    >
      <span className="pt-0.75">{mark}</span>
      <div>{children}</div>
    </div>
  )
}

function LineText({ line: { times, isSupported, isDone }, children }: { line: VersionLine; children: ReactNode }) {
  const t = useTranslations('notes')
  return (
    <>
      {isDone !== undefined && (
        <span className="me-2 inline-block align-[-3px] [&_svg]:size-4.5">
          {isDone ? <SquareCheck aria-hidden className="text-accent" /> : <Square aria-hidden className="text-edge" />}
          <span className="sr-only">{t(isDone ? 'todoDone' : 'todoOpen')}</span>
        </span>
      )}
      {children}
      {times.map((time) => (
        <TimeChip key={time} passage={{ start: time, end: time + PASSAGE_LENGTH }} className="ms-1.5" />
      ))}
      {!isSupported && <NotFoundMark className="ms-1.5" />}
    </>
  )
}

const PASSAGE_LENGTH = seconds(30)

function Pieces({ pieces, as: Element }: { pieces: readonly WordPiece[]; as: 'del' | 'ins' }) {
  return pieces.map(({ text, isChanged }, index) =>
    isChanged ? (
      <Element key={index} className={Element === 'del' ? DEL_CLASS : INS_CLASS}>
        {text}
      </Element>
    ) : (
      <Fragment key={index}>{text}</Fragment>
    ),
  )
}
