import type { CSSProperties, ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { useWords } from '#ui/words.ts'
import { ListResizer } from './ListResizer.tsx'
import { useListWidth } from './useListWidth.ts'

export type FilesPanesProps = {
  list: ReactNode
  /** A recording is open. Below 900 px, only its pane is shown then. */
  isOpen: boolean
  /** Nothing is shown next to the list, which takes the full width. */
  isAlone?: boolean
  children: ReactNode
}

/** The list and the reading pane side by side. Below 900 px only one of them is shown. */
export function FilesPanes({ list, isOpen, isAlone = false, children }: FilesPanesProps) {
  const t = useWords('app')
  const [width, setWidth] = useListWidth()
  return (
    <div className="flex h-full" style={{ '--list-width': `${width}px` } as CSSProperties}>
      <section
        aria-label={t('list')}
        className={classes(
          'flex min-h-0 w-full flex-none flex-col border-line',
          !isAlone && 'md:w-(--list-width) md:border-r',
          isOpen && 'max-md:hidden',
        )}
      >
        <div className="min-h-0 flex-1">{list}</div>
      </section>
      {!isAlone && <ListResizer width={width} onWidth={setWidth} />}
      <section
        id="reading"
        aria-label={t('reading')}
        tabIndex={-1}
        hidden={isAlone}
        className={classes(
          'min-h-0 min-w-0 flex-1 flex-col overflow-y-auto outline-none',
          isAlone ? 'hidden' : 'flex',
          !isOpen && 'max-md:hidden',
        )}
      >
        {children}
      </section>
    </div>
  )
}
