import { limitVerdict } from './limitVerdict.ts'

/** A measured value with its target and limit. `isMinimum`: higher is better. */
export type Figure = {
  what: string
  value: number
  unit: string
  target: number
  limit: number
  isMinimum?: boolean
  comparison?: string
}

export const isWithinLimit = ({ value, limit, isMinimum }: Figure): boolean => (isMinimum ? value >= limit : value <= limit)

export function printFigure({ what, value, unit, target, limit, isMinimum = false, comparison }: Figure): void {
  const verdict = isMinimum ? limitVerdict(-value, { target: -target, limit: -limit }) : limitVerdict(value, { target, limit })
  const shown = `${Number.isFinite(value) ? value.toFixed(unit === 'MB' ? 1 : 0) : 'never'} ${unit}`
  console.log(
    `${shown.padStart(10)} ${String(target).padStart(6)} ${String(limit).padStart(6)}  ${verdict}  ${what}${comparison ? `, ${comparison}` : ''}`,
  )
}
