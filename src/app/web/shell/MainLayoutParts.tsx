import { classes } from '#ui/classes.ts'
import { lazyPart } from './lazyPart.tsx'

// What the first sight of a page does without: its code and words come after the first paint.

export const ExplorePart = lazyPart('explore', async () => (await import('../pages/explore/ExplorePanel.tsx')).ExplorePanel, {
  says: true,
})
export const UpsellPart = lazyPart('upsell', async () => (await import('../pages/member/Upsell.tsx')).Upsell, { says: true })
export const SyncPart = lazyPart('sync', async () => (await import('./sync/SyncStatus.tsx')).SyncStatus)
export const ShellDialogsPart = lazyPart('dialogs', async () => (await import('./dialogs/ShellDialogs.tsx')).ShellDialogs)

const UsageCard = lazyPart('usage', async () => (await import('../pages/member/UsageCard.tsx')).UsageCard)

/** The usage card in a place of its height, so that nothing moves when it comes. */
export const UsagePart = ({ narrow }: { narrow: boolean }) => (
  <div className={classes('grid grid-cols-1', narrow ? 'min-h-11' : 'min-h-24')}>
    <UsageCard narrow={narrow} />
  </div>
)
