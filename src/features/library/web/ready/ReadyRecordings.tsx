import { useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LibraryRow } from '#features/files/contract.ts'
import { readLibrary } from '#features/files/web.tsx'
import type { TaskView } from '#features/generate/contract.ts'
import { describeFailure } from '#features/generate/rules.ts'
import { useReadyNotices } from '#features/generate/web.tsx'
import { useEvent } from '#browser/events/useEvent.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { onNotificationClick, showNotification } from '#browser/notifications/notifications.ts'
import { setPageTitleMark } from '#browser/page/pageTitle.ts'
import { currentAccountId } from '#browser/session/token.ts'
import { paths } from '#shared/paths.ts'
import { NotifyingTab } from './NotifyingTab.ts'
import { useEndedTasks } from './useEndedTasks.ts'
import { useReadyToast } from './useReadyToast.ts'

type Ended = { task: TaskView; file: LibraryRow }

/**
 * Reports recordings whose transcription and summary have ended: in the title and by a notification while the tab is hidden,
 * otherwise by a toast, and to screen readers where there is no toast.
 */
export function ReadyRecordings() {
  const t = useTranslations('library')
  const queries = useQueryClient()
  const markInTitle = useTitleMark()
  const notify = useNotifications()
  const showToast = useReadyToast()
  const [announced, setAnnounced] = useState(0)
  useEndedTasks((tasks) => {
    const files = new Map(readLibrary(queries)?.files.map((file) => [file.id, file]))
    const ended = tasks.flatMap((task) => {
      const file = files.get(task.file_id)
      return file && !file.is_trash ? [{ task, file }] : []
    })
    if (document.hidden) {
      markInTitle(ended)
      void notify(ended)
    } else {
      // The sync status announces failures.
      const ready = ended.flatMap(({ task, file }) => (task.stage === 'done' ? [file] : []))
      if (ready.length > showToast(ready)) setAnnounced((count) => count + 1)
    }
  })
  return (
    <span role="status" className="sr-only">
      {announced > 0 && <span key={announced}>{t('ready_announcement')}</span>}
    </span>
  )
}

/** Counts recordings in the title until the tab is visible again. */
function useTitleMark(): (ended: readonly Ended[]) => void {
  const fileIds = useRef(new Set<string>())
  const clear = () => {
    fileIds.current.clear()
    setPageTitleMark('ready', '')
  }
  useEvent('document', 'visibilitychange', () => document.hidden || clear())
  useEffect(() => () => setPageTitleMark('ready', ''), [])
  return (ended) => {
    for (const { file } of ended) fileIds.current.add(file.id)
    if (fileIds.current.size > 0) setPageTitleMark('ready', `(${fileIds.current.size})`)
  }
}

/** Returns a function that shows notifications where the user wants them, in one tab and only while none is visible. */
function useNotifications(): (ended: readonly Ended[]) => Promise<void> {
  const t = useTranslations('library')
  const navigate = useNavigate()
  const { isOn } = useReadyNotices()
  const account = currentAccountId()
  const tab = useRef<NotifyingTab>(undefined)
  const openPath = (path: string) => void navigate({ href: path })
  const openClicked = useEffectEvent(openPath)
  useEffect(() => {
    if (!isOn || account === undefined) return undefined
    const joined = new NotifyingTab(account)
    tab.current = joined
    const stop = onNotificationClick((path) => openClicked(path))
    return () => {
      tab.current = undefined
      joined.leave()
      stop()
    }
  }, [isOn, account])
  return async (ended) => {
    if (!(await tab.current?.shouldNotify())) return
    for (const { task, file } of ended) {
      const body = t(resultOf(task))
      void showNotification({ title: file.filename, body, tag: file.id, path: paths.file(file.id) }, openPath)
    }
  }
}

function resultOf({ stage, status }: TaskView) {
  if (stage === 'done') return 'ready_notice'
  return describeFailure(status).stage === 'summary' ? 'ready_notice_no_summary' : 'ready_notice_failed'
}
