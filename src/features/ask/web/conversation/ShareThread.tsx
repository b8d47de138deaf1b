import { Copy, FileDown, Share } from 'lucide-react'
import { saveBlob } from '#browser/page/saveBlob.ts'
import { toFileName } from '#browser/page/toFileName.ts'
import { formatClock } from '#browser/i18n/format.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Menu, MenuItem } from '#ui/menu/Menu.tsx'
import { useToast } from '#ui/toast/useToast.ts'
import type { AskAnswer } from '../../contract.ts'
import type { useRecordings } from '../useRecordings.ts'

export type ShareThreadProps = {
  title: string
  answers: readonly AskAnswer[]
  recordings: ReturnType<typeof useRecordings>
}

/** Copies or saves a thread as Markdown. There are no links to threads: one may quote every recording of the library. */
export function ShareThread({ title, answers, recordings }: ShareThreadProps) {
  const t = useTranslations('ask')
  const toast = useToast()
  const text = () =>
    toMarkdown({
      ...{ title, answers, missing: t('not_in_recordings') },
      titleOf: (id) => recordings.byId.get(id)?.filename ?? t('recording'),
    })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
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
        onSelect={() => saveBlob(new Blob([text()], { type: 'text/markdown' }), `${toFileName(title, 'thread')}.md`)}
      >
        {t('save_thread')}
      </MenuItem>
    </Menu>
  )
}

type Thread = {
  title: string
  answers: readonly AskAnswer[]
  /** The words before what no recording says. */
  missing: string
  titleOf: (fileId: string) => string
}

/** Returns questions, answers and the places they rest on as Markdown. */
export function toMarkdown({ title, answers, missing, titleOf }: Thread): string {
  const parts = answers.map((answer) => {
    const lines = answer.sentences.map(({ text, citations }) => {
      const places = citations.map(({ file_id, start_ms }) => `${titleOf(file_id)} ${formatClock(start_ms / 1000)}`)
      return `${escapeMarkdown(text)} (${escapeMarkdown(places.join('; '))})`
    })
    const gap = answer.missing ? [`> **${missing}** ${escapeMarkdown(answer.missing)}`] : []
    return [`## ${escapeMarkdown(answer.question)}`, ...lines, ...gap].join('\n\n')
  })
  return `${[`# ${escapeMarkdown(title)}`, ...parts].join('\n\n')}\n`
}

/** Texts are of strangers: nothing in them becomes a link, an image or a tag. */
const escapeMarkdown = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<>#|~!]/g, String.raw`\$&`)
