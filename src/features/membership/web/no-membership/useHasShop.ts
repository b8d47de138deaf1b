import { useOffers } from '#features/site/web.tsx'

/** Returns whether the operator sells recorders. False while this is loading. */
export const useHasShop = (): boolean => useOffers().isSelling
