import { useProductName } from '#features/membership/web.tsx'
import { productOf } from './products.ts'

/** Returns a function that names what is bought: "Pro · Annual" or "600 minutes". */
export function useProductTitle(): (uniqName: string) => string {
  const productName = useProductName()
  return (uniqName) => {
    const product = productOf(uniqName)
    return product === undefined ? uniqName : productName(product)
  }
}
