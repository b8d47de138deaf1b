import { useProductName } from '#features/membership/web.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isPlanProduct, productOf } from './products.ts'

/** Returns a function that names what is bought: "Pro · Annual" or "600 minutes". */
export function useProductTitle(): (uniqName: string) => string {
  const t = useTranslations('membership')
  const planName = useProductName()
  const { number } = useFormat()
  return (uniqName) => {
    const product = productOf(uniqName)
    if (product === undefined) return uniqName
    if (isPlanProduct(product)) return planName(product)
    const count = Number(product.slice('pack-'.length))
    return t('plans_pack', { count, minutes: number(count) })
  }
}
