import type { ReactNode } from 'react'
import { useEditorState } from '@tiptap/react'
import type { Editor } from '@tiptap/react'
import { Bold, Clock, Heading2, Heading3, Italic, List, ListOrdered, ListTodo, Redo2, Undo2 } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { IconButton } from '#ui/button/IconButton.tsx'

type EditorToolbarProps = { editor: Editor; onInsertTime: () => void }

/** The formats of the text, the time of the player, undo and redo. */
export function EditorToolbar({ editor, onInsertTime }: EditorToolbarProps) {
  const t = useTranslations('notes')
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      heading2: current.isActive('heading', { level: 2 }),
      heading3: current.isActive('heading', { level: 3 }),
      bulletList: current.isActive('bulletList'),
      orderedList: current.isActive('orderedList'),
      taskList: current.isActive('taskList'),
      canUndo: current.can().undo(),
      canRedo: current.can().redo(),
    }),
  })
  const run = (command: (chain: ReturnType<Editor['chain']>) => ReturnType<Editor['chain']>) => () =>
    void command(editor.chain().focus()).run()
  const format = (label: string, icon: ReactNode, isOn: boolean, onClick: () => void, shortcut?: string) => (
    <IconButton
      size="sm"
      label={label}
      icon={icon}
      shortcut={shortcut}
      aria-pressed={isOn}
      className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
      onClick={onClick}
    />
  )
  return (
    <div role="toolbar" aria-label={t('formats')} className="flex flex-wrap items-center gap-0.5">
      {format(
        t('bold'),
        <Bold aria-hidden />,
        active.bold,
        run((chain) => chain.toggleBold()),
      )}
      {format(
        t('italic'),
        <Italic aria-hidden />,
        active.italic,
        run((chain) => chain.toggleItalic()),
      )}
      {format(
        t('heading'),
        <Heading2 aria-hidden />,
        active.heading2,
        run((chain) => chain.toggleHeading({ level: 2 })),
      )}
      {format(
        t('subheading'),
        <Heading3 aria-hidden />,
        active.heading3,
        run((chain) => chain.toggleHeading({ level: 3 })),
      )}
      {format(
        t('bulletList'),
        <List aria-hidden />,
        active.bulletList,
        run((chain) => chain.toggleBulletList()),
      )}
      {format(
        t('numberedList'),
        <ListOrdered aria-hidden />,
        active.orderedList,
        run((chain) => chain.toggleOrderedList()),
      )}
      {format(
        t('taskList'),
        <ListTodo aria-hidden />,
        active.taskList,
        run((chain) => chain.toggleTaskList()),
      )}
      <IconButton size="sm" label={t('insertTime')} icon={<Clock aria-hidden />} onClick={onInsertTime} />
      <IconButton
        size="sm"
        label={t('undo')}
        icon={<Undo2 aria-hidden />}
        disabledReason={!active.canUndo && t('nothingToUndo')}
        onClick={run((chain) => chain.undo())}
      />
      <IconButton
        size="sm"
        label={t('redo')}
        icon={<Redo2 aria-hidden />}
        disabledReason={!active.canRedo && t('nothingToRedo')}
        onClick={run((chain) => chain.redo())}
      />
    </div>
  )
}
