import { Copy, FileDown, Share } from 'lucide-react'
import { saveBlob } from '#browser/page/saveBlob.ts'
import { toFileName } from '#browser/page/toFileName.ts'
import { copyText } from '#browser/page/copyText.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Menu, MenuItem } from '#ui/menu/Menu.tsx'
import { useToast } from '#ui/toast/useToast.ts'
import type { AskAnswer } from '../../contract.ts'
import type { useRecordings } from '../useRecordings.ts'
import { threadToHtml, toMarkdown } from './answersToCopy.ts'

export type ShareThreadProps = {
  title: string
  answers: readonly AskAnswer[]
  recordings: ReturnType<typeof useRecordings>
}

/** Copies or saves a thread as Markdown. There are no links to threads: one may quote every recording of the library. */
export function ShareThread({ title, answers, recordings }: ShareThreadProps) {
  const t = useTranslations('ask')
  const toast = useToast()
  const thread = {
    title,
    answers,
    missing: t('not_in_recordings'),
    titleOf: (id: string) => recordings.byId.get(id)?.filename ?? t('recording'),
  }
  const copy = async () => {
    try {
      await copyText({ text: toMarkdown(thread), html: threadToHtml(thread) })
      toast.show(t('thread_copied'))
    } catch {
      toast.error(t('thread_copy_failed'))
    }
  }
  return (
    <Menu trigger={<IconButton label={t('share')} icon={<Share aria-hidden />} />}>
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => void copy()}>
        {t('copy_thread')}
      </MenuItem>
      <MenuItem
        icon={<FileDown aria-hidden />}
        onSelect={() => saveBlob(new Blob([toMarkdown(thread)], { type: 'text/markdown' }), `${toFileName(title, 'thread')}.md`)}
      >
        {t('save_thread')}
      </MenuItem>
    </Menu>
  )
}
