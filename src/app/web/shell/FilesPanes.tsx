import type { CSSProperties, ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { useWords } from '#ui/words.ts'
import { ListResizer } from './ListResizer.tsx'
import { useListWidth } from './useListWidth.ts'

export type FilesPanesProps = {
  list: ReactNode
  /** A recording is open: below 900 px it is then the one pane shown. */
  isOpen: boolean
  /** Nothing is to be shown beside the list, which takes the whole place. */
  isAlone?: boolean
  children: ReactNode
}

/** List and reading pane side by side; below 900 px one at a time, and the list alone where nothing stands beside it. */
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
