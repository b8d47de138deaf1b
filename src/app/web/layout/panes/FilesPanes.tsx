import type { CSSProperties, ReactNode } from 'react'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ListResizer } from './ListResizer.tsx'
import { useListWidth } from './useListWidth.ts'

export type FilesPanesProps = {
  list: ReactNode
  /** A recording is open. Below 900 px, only its pane is shown then. */
  isRecordingOpen: boolean
  /** Nothing is shown next to the list, which takes the full width. */
  isListOnly?: boolean
  children: ReactNode
}

/** The list and the reading pane side by side. Below 900 px only one of them is shown. */
export function FilesPanes({ list, isRecordingOpen, isListOnly = false, children }: FilesPanesProps) {
  const t = useTranslations('app')
  const [width, setWidth] = useListWidth()
  return (
    <div className="flex h-full" style={{ '--list-width': `${width}px` } as CSSProperties}>
      <section
        aria-label={t('list')}
        className={classes(
          'flex min-h-0 w-full flex-none flex-col border-line',
          !isListOnly && 'md:w-(--list-width) md:border-r',
          isRecordingOpen && 'max-md:hidden',
        )}
      >
        <div className="min-h-0 flex-1">{list}</div>
      </section>
      {!isListOnly && <ListResizer width={width} onWidth={setWidth} />}
      <section
        id="reading"
        aria-label={t('reading')}
        tabIndex={-1}
        hidden={isListOnly}
        className={classes(
          'min-h-0 min-w-0 flex-1 flex-col overflow-y-auto outline-none',
          isListOnly ? 'hidden' : 'flex',
          !isRecordingOpen && 'max-md:hidden',
        )}
      >
        {children}
      </section>
    </div>
  )
}
