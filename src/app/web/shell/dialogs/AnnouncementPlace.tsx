import { useMe } from '#features/me/web.tsx'
import { useServerFacts } from '#features/site/web.tsx'
import { STORED } from '#ui/storage.ts'
import type { AnnouncementScreenProps } from './AnnouncementScreen.tsx'
import { comingDialog } from './comingDialog.tsx'
import { useOnce } from './useOnce.ts'

const Announcement = comingDialog<AnnouncementScreenProps>(
  'announcement',
  async () => (await import('./AnnouncementScreen.tsx')).AnnouncementScreen,
)

/** What the operator tells everybody (B§2 operation banner): once for each user and announcement. */
export function AnnouncementPlace() {
  const announcement = useServerFacts()?.announcement ?? undefined
  const { isDue, done } = useOnce(STORED.announcements, useMe()?.id, announcement?.id)
  return announcement && <Announcement wants={isDue} announcement={announcement} onClose={done} />
}
