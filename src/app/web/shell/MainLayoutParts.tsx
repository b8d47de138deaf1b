import { classes } from '#ui/classes.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import { withPages } from '../withPages.ts'

// What the first sight of a page does without: its code and words come after the first paint.

export const ExplorePart = lazyPart(withPages(async () => (await import('../pages/explore/ExplorePanel.tsx')).ExplorePanel))
export const UpsellPart = lazyPart(withPages(async () => (await import('../pages/member/Upsell.tsx')).Upsell))
export const SyncPart = lazyPart(withPages(async () => (await import('./sync/SyncStatus.tsx')).SyncStatus))
export const ShellDialogsPart = lazyPart(withPages(async () => (await import('./dialogs/ShellDialogs.tsx')).ShellDialogs))

const UsageCard = lazyPart(withPages(async () => (await import('../pages/member/UsageCard.tsx')).UsageCard))

/** The usage card in a place of its height, so that nothing moves when it comes. */
export const UsagePart = ({ narrow }: { narrow: boolean }) => (
  <div className={classes('grid grid-cols-1', narrow ? 'min-h-11' : 'min-h-24')}>
    <UsageCard narrow={narrow} failed={null} />
  </div>
)
