import axe from 'axe-core'

/**
 * What axe finds wrong in the page, by rule. What needs a layout or a whole page is left out: jsdom paints nothing, and a part
 * of the interface has neither a main landmark nor a first heading of its own.
 */
export async function accessibilityTroubles(): Promise<string[]> {
  const rules = Object.fromEntries(
    ['color-contrast', 'region', 'landmark-one-main', 'page-has-heading-one'].map((id) => [id, { enabled: false }]),
  )
  const { violations } = await axe.run(document.body, { rules })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
