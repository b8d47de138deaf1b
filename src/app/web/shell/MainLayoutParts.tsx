import { classes } from '#ui/classes.ts'
import { lazyPart } from '#ui/lazyPart.tsx'
import { withPages } from '../withPages.ts'

// Parts that the first paint does not need. Their code and their messages are loaded afterwards.

export const ExplorePart = lazyPart(withPages(async () => (await import('../pages/explore/ExplorePanel.tsx')).ExplorePanel))
export const UpsellPart = lazyPart(withPages(async () => (await import('../pages/member/Upsell.tsx')).Upsell))
export const SyncPart = lazyPart(withPages(async () => (await import('./sync/SyncStatus.tsx')).SyncStatus))
export const ShellDialogsPart = lazyPart(withPages(async () => (await import('./dialogs/ShellDialogs.tsx')).ShellDialogs))

const UsageCard = lazyPart(withPages(async () => (await import('../pages/member/UsageCard.tsx')).UsageCard))

/** Reserves the height of the usage card, so that the layout does not shift when the card has loaded. */
export const UsagePart = ({ narrow }: { narrow: boolean }) => (
  <div className={classes('grid grid-cols-1', narrow ? 'min-h-11' : 'min-h-24')}>
    <UsageCard narrow={narrow} failed={null} />
  </div>
)
