import { useEffect, useMemo, useRef, useState } from 'react'
import type { CSSProperties, KeyboardEvent } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { classes } from '#ui/styles/classes.ts'
import type { Millis } from '#shared/units.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { TreeBranch, TreeLeaf, TreeViewProps } from '../../rules/mind-map/noteTree.ts'
import { connect, layoutTree, type Box, type TreeLayout } from '../../rules/mind-map/treeLayout.ts'
import { moveInTree } from './treeKeys.ts'
import type { MapZoom } from './useMapZoom.ts'

type MapCanvasProps = TreeViewProps & { title: string; duration: Millis; zoom: MapZoom }

/**
 * The mind map: a tree for keyboards and screen readers (arrows move, left and right close and open a branch, Enter chooses), drawn
 * in three columns. The path under the playhead has the accent colour.
 */
export function MapCanvas({ title, duration, zoom, ...view }: MapCanvasProps) {
  const t = useTranslations('notes')
  const { branches, playedBranch, playedLeaf, chosenId, onChoose } = view
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const [focusedId, setFocusedId] = useState('root')
  const tree = useRef<HTMLDivElement>(null)
  const layout = useMemo(() => layoutTree(branches, collapsed), [branches, collapsed])
  const { scale, container, setSize } = zoom
  // The size of the map is needed to fit it into its container.
  useEffect(() => setSize({ width: layout.width + 2 * PADDING, height: layout.height + 2 * PADDING }), [layout, setSize])
  const toggle = (id: string, isOpen: boolean) => {
    const next = new Set(collapsed)
    if (isOpen) next.delete(id)
    else next.add(id)
    setCollapsed(next)
  }
  const focus = (id: string) => {
    setFocusedId(id)
    tree.current?.querySelector<HTMLElement>(`[data-node="${id}"]`)?.focus()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const move = moveInTree({ key: event.key, isRtl, focusedId, branches, collapsed })
    if (!move) return
    event.preventDefault()
    // The page has its own arrow keys.
    event.stopPropagation()
    if ('focus' in move) focus(move.focus)
    if ('open' in move) toggle(move.branch, move.open)
    if ('choose' in move) onChoose(move.choose)
  }
  const nodeProps = (id: string, level: number) => ({
    'data-node': id,
    role: 'treeitem',
    'aria-level': level,
    tabIndex: id === focusedId ? 0 : -1,
    onFocus: () => setFocusedId(id),
  })
  return (
    <div ref={container} className="min-h-0 flex-1 overflow-auto">
      <div style={{ width: (layout.width + 2 * PADDING) * scale, height: (layout.height + 2 * PADDING) * scale }}>
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
        <div
          ref={tree}
          role="tree"
          aria-label={t('mindMap')}
          onKeyDown={handleKeyDown}
          className="relative origin-top-left rtl:origin-top-right"
          style={{ width: layout.width + 2 * PADDING, height: layout.height + 2 * PADDING, transform: `scale(${scale})` }}
        >
          <Connections layout={layout} playedBranch={playedBranch} playedLeaf={playedLeaf} />
          <div
            {...nodeProps('root', 1)}
            aria-expanded
            aria-selected={false}
            className="absolute grid content-center rounded-md bg-ink px-3.5 text-surface"
            style={place(layout.root)}
          >
            <span className="line-clamp-2 text-md font-[600]">{title}</span>{' '}
            <span className="text-xs opacity-80">
              {formatTimestamp(duration)} · {t('topicCount', { count: branches.length })}
            </span>
          </div>
          {layout.branches.map(({ id, box, leaves }, index) => (
            <BranchNodes
              key={id}
              branch={branches[index]!}
              box={box}
              leaves={leaves}
              isOpen={!collapsed.has(id)}
              isPlayed={id === playedBranch}
              view={view}
              chosenId={chosenId ?? playedLeaf}
              nodeProps={nodeProps}
              onToggle={(isOpen) => toggle(id, isOpen)}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

/** Space around the map in pixels. */
const PADDING = 40

const place = ({ x, y, width, height }: Box): CSSProperties => ({
  insetInlineStart: x + PADDING,
  top: y + PADDING,
  width,
  height,
})

type BranchNodesProps = {
  branch: TreeBranch
  box: Box
  leaves: TreeLayout['branches'][number]['leaves']
  isOpen: boolean
  isPlayed: boolean
  view: TreeViewProps
  chosenId: string
  nodeProps: (id: string, level: number) => object
  onToggle: (isOpen: boolean) => void
}

function BranchNodes({ branch, box, leaves, isOpen, isPlayed, view, chosenId, nodeProps, onToggle }: BranchNodesProps) {
  const { language, onChoose } = view
  return (
    <>
      {/* The tree handles the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
      <div
        {...nodeProps(branch.id, 2)}
        role="treeitem"
        aria-expanded={branch.leaves.length > 0 ? isOpen : undefined}
        aria-selected={false}
        aria-current={isPlayed || undefined}
        onClick={() => onToggle(!isOpen)}
        className={classes(
          'absolute grid cursor-pointer content-center rounded-md border bg-raised px-3.5',
          isPlayed ? 'border-2 border-accent' : 'border-line',
        )}
        style={place(box)}
      >
        <span lang={language} title={branch.title} className="truncate text-md leading-5 font-[600]">
          {branch.title}
        </span>{' '}
        {branch.span && (
          <span className="tabular text-xs text-ink3">
            {formatTimestamp(branch.span.start)} – {formatTimestamp(branch.span.end)}
          </span>
        )}
        {branch.leaves.length > 0 && (
          <span
            aria-hidden
            className="absolute -end-2.25 top-1/2 grid size-4.5 -translate-y-1/2 place-items-center rounded-full border border-edge bg-surface text-xs leading-none text-ink2"
          >
            {isOpen ? '−' : '+'}
          </span>
        )}
      </div>
      {leaves.map(({ id, box: leafBox }, index) => (
        <LeafNode
          key={id}
          leaf={branch.leaves[index]!}
          box={leafBox}
          isChosen={id === chosenId}
          language={language}
          nodeProps={nodeProps}
          onChoose={onChoose}
        />
      ))}
    </>
  )
}

type LeafNodeProps = Pick<BranchNodesProps, 'nodeProps'> & {
  leaf: TreeLeaf
  box: Box
  isChosen: boolean
  language: string
  onChoose: (id: string) => void
}

function LeafNode({ leaf: { id, text, passage }, box, isChosen, language, nodeProps, onChoose }: LeafNodeProps) {
  const t = useTranslations('notes')
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      {...nodeProps(id, 3)}
      role="treeitem"
      aria-selected={isChosen}
      onClick={() => onChoose(id)}
      className="absolute flex cursor-pointer items-center"
      style={place(box)}
    >
      <span
        className={classes(
          'flex max-w-full items-center gap-2.5 rounded-md px-2.5 py-0.5',
          isChosen ? 'bg-accent-soft' : 'hover:bg-sunken',
        )}
      >
        <span lang={language} title={text} className={classes('line-clamp-2 text-md leading-4.5', isChosen && 'font-[560]')}>
          {text}
        </span>{' '}
        {passage ? (
          <span
            className={classes(
              'tabular flex h-5 flex-none items-center rounded-full px-1.75 text-xs font-[560] text-accent',
              isChosen ? 'bg-raised' : 'bg-accent-soft',
            )}
          >
            {formatTimestamp(passage.start)}
          </span>
        ) : (
          <Chip tone="waiting" noTruncate>
            {t('notFoundShort')}
          </Chip>
        )}
      </span>
    </div>
  )
}

function Connections({ layout, playedBranch, playedLeaf }: { layout: TreeLayout; playedBranch: string; playedLeaf: string }) {
  const paths = layout.branches.flatMap(({ id, box, leaves }) => [
    { key: id, path: connect(layout.root, box), isPlayed: id === playedBranch },
    ...leaves.map((leaf) => ({ key: `${id} ${leaf.id}`, path: connect(box, leaf.box), isPlayed: leaf.id === playedLeaf })),
  ])
  return (
    <svg
      aria-hidden
      width={layout.width}
      height={layout.height}
      fill="none"
      className="pointer-events-none absolute overflow-visible rtl:-scale-x-100"
      style={{ insetInlineStart: PADDING, top: PADDING }}
    >
      {/* The path under the playhead is drawn over the others. */}
      {paths
        .toSorted((a, b) => Number(a.isPlayed) - Number(b.isPlayed))
        .map(({ key, path, isPlayed }) => (
          <path key={key} d={path} stroke={isPlayed ? 'var(--accent)' : 'var(--wave)'} strokeWidth={isPlayed ? 2 : 1.5} />
        ))}
    </svg>
  )
}
