import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import { usePlayer } from '#features/files/web.tsx'
import { NotFoundMark } from '../PointDetails.tsx'
import type { TreeViewProps } from '../../rules/mind-map/noteTree.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

/** The chapters with their times and the points made in them, as a list. */
export function Outline({ branches, language, playedBranch, playedLeaf, chosenId, onChoose }: TreeViewProps) {
  const t = useTranslations('notes')
  const playback = usePlayer()
  return (
    <ol
      aria-label={t('outline')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="m-0 min-h-0 flex-1 list-none overflow-y-auto px-10 pb-6 max-md:px-5 max-sm:px-4"
    >
      {branches.map(({ id, title, span, leaves }) => (
        <li key={id} className="max-w-read border-b border-line py-3 last:border-0">
          <h2
            className={classes('text-base font-[640]', id === playedBranch && 'text-accent')}
            aria-current={id === playedBranch}
          >
            {span ? (
              <button
                type="button"
                onClick={() => playback.playFrom(span.start)}
                className="flex w-full items-baseline gap-3.5 rounded-sm text-start hover:underline pointer-coarse:min-h-11"
              >
                <span className="tabular w-13 flex-none text-sm font-normal text-ink3">{formatTimestamp(span.start)}</span>{' '}
                <span lang={language}>{title}</span>
              </button>
            ) : (
              <span className="ps-16.5">{title}</span>
            )}
          </h2>
          <ul className="m-0 list-none p-0">
            {leaves.map((leaf) => (
              <li key={leaf.id}>
                <button
                  type="button"
                  aria-pressed={leaf.id === chosenId}
                  onClick={() => onChoose(leaf.id)}
                  className={classes(
                    'flex w-full items-baseline gap-3.5 rounded-sm py-1 text-start text-base pointer-coarse:min-h-11',
                    leaf.id === chosenId || leaf.id === playedLeaf ? 'bg-accent-soft' : 'hover:bg-sunken',
                  )}
                >
                  <span className="tabular w-13 flex-none text-sm text-accent">
                    {leaf.passage && formatTimestamp(leaf.passage.start)}
                  </span>{' '}
                  <span className="min-w-0 flex-1 break-words">
                    <span lang={language}>{leaf.text}</span> {!leaf.passage && <NotFoundMark className="ms-2" />}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
