import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import type { FeatureWithRoutes } from '#ui/feature/WebFeature.ts'
import { classes } from '#ui/styles/classes.ts'
import { withNamespace } from '#browser/i18n/i18n.ts'
import { routes } from './web/routes.ts'

export { useMembership, type Membership, type MembershipState, MembershipContext } from './web/MembershipContext.ts'
export { TranscriptHistoryContext } from './web/TranscriptHistoryContext.ts'
export { MinutesRow } from './web/settings/MinutesRow.tsx'
export { useMinutesText, useNextChange, usePlanName } from './web/usage/usageTexts.ts'
export { OfferCard, ShopLink } from './web/no-membership/ShopLink.tsx'
export { reloadFreeTrial, useFreeTrial } from './web/trial/useFreeTrial.ts'
export { type Offers, offersStore, type OwnSubscription, useMembershipOffers, useProductName } from './web/offers/offersStore.ts'
export {
  comparePlanProducts,
  formatCurrencyName,
  formatPrice,
  isPlanProduct,
  toPackProduct,
  toPlanProduct,
  type PlanProduct,
  type ProductId,
  splitPlan,
} from './web/offers/products.ts'
export { useHasShop } from './web/no-membership/useHasShop.ts'

export const membershipFeature: FeatureWithRoutes<typeof routes> = {
  name: 'membership',
  routes,
  dialogs: {
    noMembership: {
      priority: 'refusal',
      load: withNamespace(
        'membership',
        async () => (await import('./web/no-membership/NoMembershipDialog.tsx')).NoMembershipDialog,
      ),
    },
    outOfMinutes: {
      priority: 'refusal',
      load: withNamespace('membership', async () => (await import('./web/limits/OutOfMinutesDialog.tsx')).OutOfMinutesDialog),
    },
    upgrade: {
      priority: 'offer',
      load: withNamespace('membership', async () => (await import('./web/limits/UpgradeDialog.tsx')).UpgradeDialog),
      trigger: async () => (await import('./web/limits/FirstTimeTrigger.tsx')).FirstTimeTrigger,
    },
    freeTrial: {
      priority: 'offer',
      load: withNamespace('membership', async () => (await import('./web/trial/FreeTrialDialog.tsx')).FreeTrialDialog),
      trigger: async () => (await import('./web/trial/FreeTrialTrigger.tsx')).FreeTrialTrigger,
    },
  },
  paletteActions: withNamespace(
    'membership',
    async () => (await import(/* chunk: overlay */ './web/usePaletteActions.tsx')).usePaletteActions,
  ),
}

export { PaymentList } from './web/center/PaymentList.tsx'

/** Shown instead of a recording to users without a membership (A§2 "free"). */
export const NoMembershipPanel = lazyComponent(
  withNamespace('membership', async () => (await import('./web/center/NoMembershipPanel.tsx')).NoMembershipPanel),
)

/** The content of the promo banner on home: the free trial. */
export const TrialOffer = lazyComponent(
  withNamespace('membership', async () => (await import('./web/trial/TrialOffer.tsx')).TrialOffer),
)

/** The content of the right sidebar (A§2). */
export const Upsell = lazyComponent(withNamespace('membership', async () => (await import('./web/center/Upsell.tsx')).Upsell))

const LazyUsageCard = lazyComponent(
  withNamespace('membership', async () => (await import('./web/usage/UsageCard.tsx')).UsageCard),
)

/** The usage card of the sidebar. Its height is reserved, so that the layout does not shift when it has loaded. */
export const UsageCard = ({ narrow }: { narrow: boolean }) => (
  <div className={classes('grid grid-cols-1', narrow ? 'min-h-11' : 'min-h-28')}>
    <LazyUsageCard isCollapsed={narrow} errorFallback={null} />
  </div>
)
