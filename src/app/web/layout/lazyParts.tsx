import { classes } from '#ui/styles/classes.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { withPagesNamespace } from '../withNamespace.ts'

// Parts that the first paint does not need. Their code and their messages are loaded afterwards.

export const LazyExplorePanel = lazyComponent(
  withPagesNamespace(async () => (await import('../pages/explore/ExplorePanel.tsx')).ExplorePanel),
)
export const LazyUpsell = lazyComponent(withPagesNamespace(async () => (await import('../pages/membership/Upsell.tsx')).Upsell))
export const LazySyncStatus = lazyComponent(withPagesNamespace(async () => (await import('../sync/SyncStatus.tsx')).SyncStatus))
export const LazyAutomaticDialogs = lazyComponent(
  withPagesNamespace(async () => (await import('./dialogs/AutomaticDialogs.tsx')).AutomaticDialogs),
)

const LazyUsageCard = lazyComponent(withPagesNamespace(async () => (await import('../pages/membership/UsageCard.tsx')).UsageCard))

/** Reserves the height of the usage card, so that the layout does not shift when the card has loaded. */
export const UsageCardSlot = ({ narrow }: { narrow: boolean }) => (
  <div className={classes('grid grid-cols-1', narrow ? 'min-h-11' : 'min-h-24')}>
    <LazyUsageCard isCollapsed={narrow} errorFallback={null} />
  </div>
)
